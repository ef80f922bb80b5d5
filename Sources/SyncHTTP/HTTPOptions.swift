import Storage

/// How a service over HTTP behaves; each option has a value that fits most hubs.
public struct HTTPOptions: Sendable {
  /// Whether plain HTTP will do for hubs on other machines: whoever is on the way can read along.
  public var allowsInsecure = false

  /// How long nothing may come, connecting included, before a request is given up.
  ///
  /// A request that waits for changes may be silent for that long on top.
  public var silence: Duration = .seconds(20)

  /// How long a whole exchange may take, beyond what the hub waits on purpose.
  public var timeout: Duration = .seconds(120)

  /// The largest response that is taken, in bytes as decompressed.
  ///
  /// A hub ends a page at 1 MiB; only a single item may be larger, and the rows that won over a
  /// push's changes.
  public var responseLimit = 64 * 1_048_576

  /// What the hub is told of the program: name and version, as in `itemsctl/1.2`.
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
