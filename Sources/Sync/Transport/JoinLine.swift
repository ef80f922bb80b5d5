// The line with which a device joins a hub: `itemshub token create` prints it, `itemsctl join` reads it.
//
//   https://hub.example/main ith_…
//
// | part    | meaning                                                        |
// | address | a remote at `https://` or `http://`, which names hub and space |
// | blanks  | one space when printed; any spaces and tabs when read          |
// | token   | the token                                                      |
//
// It is pasted into a prompt or comes by standard input, and never stands on a command line: those can be seen by
// others on the machine, and shells keep them. Does not change once shipped.

/// An address and its token on one line.
package struct JoinLine: Sendable, Equatable {
  /// The hub and the space.
  package var remote: Remote
  /// The token that opens it.
  package var token: HubToken

  /// Puts both together.
  package init(remote: Remote, token: HubToken) {
    self.remote = remote
    self.token = token
  }

  /// Reads a line as it was pasted; blanks around it do not count.
  ///
  /// A space or a tab separates the parts, and a line break where a mail or a terminal broke the line.
  ///
  /// - Throws: ``SyncError`` with code `invalidRemote` or `unauthorized`; its message holds no part of the text,
  ///   since any part may be the token.
  package init(_ text: String) throws(SyncError) {
    let words = text.split { $0 == " " || $0 == "\t" || $0.isNewline }
    guard words.count == 2 else { throw JoinLine.notALine }
    let found: Remote
    do throws(SyncError) {
      found = try Remote(String(words[0]))
    } catch {
      throw JoinLine.notALine
    }
    guard case .http = found.location else { throw JoinLine.notALine }
    let token = try HubToken(String(words[1]))
    try token.checkForm("The token in the line")
    self.init(remote: found, token: token)
  }

  /// The line to print.
  package var text: String { "\(remote) \(token.text)" }

  private static let notALine = SyncError(
    .invalidRemote,
    "This is not the line of a hub: an address such as 'https://hub.example/main', a space, and a token."
  )
}
