import Storage

/// How a service over HTTP behaves; each option has a value that fits most hubs.
public struct HTTPOptions: Sendable {
  /// Whether plain HTTP is allowed for hubs on other machines: others on the network can then read everything.
  public var allowsInsecure = false

  /// How long the hub may send nothing, connecting included, before a request fails.
  ///
  /// A request that waits for changes may be silent for its waiting time in addition.
  public var silence: Duration = .seconds(20)

  /// How long a whole exchange may take, in addition to the time that the hub waits intentionally.
  public var timeout: Duration = .seconds(120)

  /// The largest response that is accepted, in bytes after decompression.
  ///
  /// A hub ends a page at 1 MiB; only a single item, and the rows that won over a push's changes, may be larger.
  public var responseLimit = 64 * 1_048_576

  /// The name and version of the program, which the hub gets, as in `itemsctl/1.2`.
  public var userAgent = HTTPOptions.defaultUserAgent

  /// The usual options.
  public init() {}

  /// The name and version of this library.
  public static let defaultUserAgent = "item-store/\(PackageRelease.version)"
}

/// The limits of one exchange.
package struct HTTPTimeLimits: Sendable {
  /// How long nothing may come.
  package var silence: Duration
  /// How long the exchange may take.
  package var whole: Duration
}

extension HTTPOptions {
  /// The limits where the hub may keep a request for so long.
  package func timeLimits(patience: Duration) -> HTTPTimeLimits {
    HTTPTimeLimits(silence: silence + patience, whole: timeout + patience)
  }
}
