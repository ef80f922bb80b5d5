import Sync

/// Tokens by address: on each line an address, blanks, and its token; `#` begins a comment.
///
/// An address is a remote, as in `https://hub.example/main`, or just its server.
struct Credentials {
  private let tokens: [(address: String, token: HubToken)]

  /// Reads the file; it must be readable by its owner alone.
  init(file path: String) throws(SyncError) {
    let lines = try SecretFile.read(path).split(
      separator: UInt8(ascii: "\n"),
      omittingEmptySubsequences: false
    )
    var tokens: [(String, HubToken)] = []
    for (index, line) in lines.enumerated() {
      let text = String(decoding: line, as: UTF8.self)
      let words = text.split { $0 == " " || $0 == "\t" || $0 == "\r" }
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
