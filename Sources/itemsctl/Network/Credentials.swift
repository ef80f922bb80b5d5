import Sync

/// Tokens by address: on each line an address, blanks, and its token; `#` begins a comment.
///
/// An address is a remote, as in `https://hub.example/main`, or just its server.
struct Credentials {
  private let tokens: [(address: String, token: HubToken)]

  /// Reads the file; it must be readable by its owner alone.
  init(file path: String) throws(SyncError) {
    try self.init(lines: Credentials.lines(of: path), of: path)
  }

  /// The file's lines; it must be readable by its owner alone.
  static func lines(of path: String) throws(SyncError) -> [String] {
    try SecretFile.read(path)
      .split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
  }

  /// Reads lines; `path` names their file in messages.
  init(lines: [String], of path: String) throws(SyncError) {
    var tokens: [(String, HubToken)] = []
    for (index, line) in lines.enumerated() {
      let words = line.split { $0 == " " || $0 == "\t" || $0 == "\r" }
      guard let first = words.first, !first.hasPrefix("#") else { continue }
      guard words.count == 2, let token = try? HubToken(String(words[1])) else {
        throw SyncError(
          .unauthorized,
          "Line \(index + 1) of '\(path)' is not an address and a token."
        )
      }
      tokens.append((String(first), token))
    }
    self.tokens = tokens
  }

  /// The token of the first of these addresses that has one.
  func token(for addresses: [String]) -> HubToken? {
    for address in addresses {
      if let found = tokens.first(where: { $0.address == address }) { return found.token }
    }
    return nil
  }
}
