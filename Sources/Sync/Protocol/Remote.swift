/// The hub and the space that a store is synced with.
///
/// | text                             | meaning                                    |
/// | `file:/folder/hub.sqlite`        | a hub file, with the space `main`          |
/// | `file:/folder/hub.sqlite#SPACE`  | a hub file, with that space                |
/// | `http://HOST[:PORT]/SPACE`       | a hub behind HTTP; `https:` alike          |
///
/// The name of a space is 1 to 64 of the characters `a`–`z`, `A`–`Z`, `0`–`9`, `-`, `_`, `.`, and
/// does not begin with a dot.
public struct Remote: Sendable, Equatable, CustomStringConvertible {
  /// Where the hub is.
  public enum Location: Sendable, Equatable {
    /// A file on this machine, or a folder shared with others.
    case file(path: String)
    /// A server: scheme, host and port.
    case http(origin: String)
  }

  /// Where the hub is.
  public var location: Location

  /// The space on that hub.
  public var space: String

  /// Names a space on a hub.
  public init(_ location: Location, space: String = Remote.defaultSpace) {
    self.location = location
    self.space = space
  }

  /// Reads a remote as a person types it.
  ///
  /// - Throws: ``SyncError`` with code `invalidRemote`; the message says what is wrong.
  public init(_ text: String) throws(SyncError) {
    if let rest = text.dropping(prefix: "file:") {
      try self.init(file: rest, text: text)
    } else if let rest = text.dropping(prefix: "http://") {
      try self.init(scheme: "http", rest: rest, text: text)
    } else if let rest = text.dropping(prefix: "https://") {
      try self.init(scheme: "https", rest: rest, text: text)
    } else {
      let isPath = text.hasSuffix(".sqlite") || text.hasPrefix("/") || text.hasPrefix("./")
      throw Remote.invalid(
        text,
        "it begins with neither 'file:' nor 'http://' nor 'https://'"
          + (isPath ? ". Did you mean 'file:\(text)'" : ""),
        end: isPath ? "?" : "."
      )
    }
  }

  /// The space of a hub file if none is named.
  public static let defaultSpace = "main"

  /// The text that reads back as this remote.
  public var description: String {
    switch location {
    case .file(let path): space == Remote.defaultSpace ? "file:\(path)" : "file:\(path)#\(space)"
    case .http(let origin): "\(origin)/\(space)"
    }
  }
}

extension Remote {
  private init(file rest: Substring, text: String) throws(SyncError) {
    var path = rest
    var space = Substring(Remote.defaultSpace)
    if let mark = rest.lastIndex(of: "#") {
      path = rest[..<mark]
      space = rest[rest.index(after: mark)...]
    }
    // `file:///folder/x` is the spelling of a URL with an empty host.
    if path.hasPrefix("///") { path = path.dropFirst(2) }
    guard path.hasPrefix("/"), !path.hasPrefix("//"), !path.hasSuffix("/") else {
      throw Remote.invalid(text, "a hub file needs its whole path, as in 'file:/folder/hub.sqlite'")
    }
    guard Remote.isSpaceName(space) else { throw Remote.invalid(text, Remote.spaceRule) }
    self.init(.file(path: String(path)), space: String(space))
  }

  private init(scheme: String, rest: Substring, text: String) throws(SyncError) {
    let parts = rest.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, HTTPOrigin("\(scheme)://\(parts[0])") != nil else {
      throw Remote.invalid(text, "it is not '\(scheme)://HOST[:PORT]/SPACE'")
    }
    guard Remote.isSpaceName(parts[1]) else { throw Remote.invalid(text, Remote.spaceRule) }
    self.init(.http(origin: "\(scheme)://\(parts[0])"), space: String(parts[1]))
  }

  package static func isSpaceName(_ name: some StringProtocol) -> Bool {
    let bytes = name.utf8
    guard (1...64).contains(bytes.count), bytes.first != UInt8(ascii: ".") else { return false }
    return bytes.allSatisfy { $0.isLetterOrDigit || "-_.".utf8.contains($0) }
  }

  package static let spaceRule =
    "the name of a space is 1 to 64 letters, digits, '-', '_' and '.', not beginning with a dot"

  private static func invalid(_ text: String, _ reason: String, end: String = ".") -> SyncError {
    SyncError(.invalidRemote, "'\(text)' names no hub: \(reason)\(end)")
  }
}

extension String {
  fileprivate func dropping(prefix: String) -> Substring? {
    hasPrefix(prefix) ? dropFirst(prefix.count) : nil
  }
}
