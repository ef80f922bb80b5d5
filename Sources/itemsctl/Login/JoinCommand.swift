import ArgumentParsing
import CommandKit
import Sync

/// Gives the store a hub by the line that the hub printed.
struct JoinCommand {
  let context: CommandContext

  func run() async throws -> ExitCode {
    try context.checkHasHub()
    guard context.arguments[Keys.words].isEmpty else {
      throw context.arguments.tokenIsNoWord("itemsctl join")
    }
    let input = SecretInput(
      context: context,
      name: "The line that the hub printed",
      advice: ["Paste it at a terminal, or give it by standard input."]
    )
    let text = try input.read("Paste the line that the hub printed (it is not shown): ") { text in
      // One that a mail has broken comes in two.
      text.split(whereSeparator: \.isWhitespace).count != 1
    }
    let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
    if words.count == 1, (try? HubToken(words[0]).checkForm("The token")) != nil {
      throw CommandError(
        .usage,
        "This is only a token; the line has the hub's address before it.",
        help: [
          "'itemsctl login URL' takes a token, as in 'itemsctl login https://hub.example/main'."
        ]
      )
    }
    let line = try JoinLine(text)
    try context.hubAccess.checkedOrigin(of: line.remote)
    return try await HubLogin(context: context, remote: line.remote).run(line.token)
  }
}

extension JoinCommand {
  /// The words that `join` understands.
  enum Keys {
    /// What is pasted behind it by mistake.
    static let words = Argument<[String]>("words", help: "Refused.", isHidden: true)
  }

  static let command = Command<CommandAction>(
    "join",
    abstract: "Connect the store to a hub with the line that the hub printed.",
    discussion: """
      Asks for the line that 'itemshub token create' printed: the address of the hub and its \
      space, a blank, and the token. The line is not shown as you paste it, and cannot be an \
      argument, because other users of this machine could see it there. Then 'join' does the same \
      as 'itemsctl login'.
      """,
    examples: [
      Example("itemsctl join", "Asks for the line:"),
      Example("cat line.txt | itemsctl join", "From a file:"),
    ],
    arguments: [Keys.words],
    options: [HubAccess.insecure],
    action: CommandAction(store: .create) { try await JoinCommand(context: $0).run() }
  )
}
