/// Subcommands under one title in the help text.
package struct SubcommandGroup<Action: Sendable>: Sendable {
  /// The heading, in capitals, without a colon.
  package let title: String
  /// The commands, in the order that help shows them.
  package let subcommands: [Subcommand<Action>]

  /// Groups commands under a title.
  package init(_ title: String, _ subcommands: [Subcommand<Action>]) {
    self.title = title
    self.subcommands = subcommands
  }

  /// The commands, declared now.
  var commands: [Command<Action>] { subcommands.map(\.command) }
}
