/// A bearer token; no description, dump or error of this library shows it.
public struct HubToken: Sendable, Equatable {
  /// The token itself.
  package let text: String

  /// Takes a token as a hub issued it; strips blanks and line ends around it.
  ///
  /// - Throws: ``SyncError`` with code `unauthorized` for what cannot be a token (RFC 6750): 1 to
  ///   4,096 of the characters `A`–`Z`, `a`–`z`, `0`–`9`, `-`, `.`, `_`, `~`, `+`, `/`, then any
  ///   number of `=`.
  public init(_ text: String) throws(SyncError) {
    try self.init(bytes: Array(text.utf8)[...], origin: "The token")
  }

  init(bytes: ArraySlice<UInt8>, origin: String) throws(SyncError) {
    let isBlank = { (byte: UInt8) in byte == 0x20 || (0x09...0x0D).contains(byte) }
    var token = bytes.drop(while: isBlank)
    while let last = token.last, isBlank(last) { token.removeLast() }
    guard !token.isEmpty else { throw SyncError(.unauthorized, "\(origin) is empty.") }
    let main = token.prefix { $0 != UInt8(ascii: "=") }
    guard !main.isEmpty, token.count <= 4_096,
      main.allSatisfy({ $0.isLetterOrDigit || "-._~+/".utf8.contains($0) }),
      token[main.endIndex...].allSatisfy({ $0 == UInt8(ascii: "=") })
    else {
      throw SyncError(
        .unauthorized,
        "\(origin) has a character that tokens do not have; check that it is complete."
      )
    }
    text = String(decoding: token, as: UTF8.self)
  }
}

extension HubToken: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// A placeholder for the token.
  public var description: String { "(a token)" }

  /// A placeholder for the token.
  public var debugDescription: String { description }

  /// No members.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
