/// One command of a program with all that is understood there.
package struct CommandDescription: Sendable {
  /// The names from the program's to the command's.
  package let path: [String]
  /// What it does, in one sentence.
  package let abstract: String
  /// More about it.
  package let discussion: String
  /// Command lines to learn from.
  package let examples: [Example]
  /// How it is used.
  package let usage: CommandUsage
  /// The positionals in their order.
  package let arguments: [ParameterDefinition]
  /// The options that it declares itself.
  package let groups: [OptionGroup]
  /// The options understood here: its own, its ancestors', and the built-in ones.
  package let visibleOptions: [ParameterDefinition]
  /// The names of the commands below it.
  package let subcommandNames: [String]
  /// Whether help leaves it out.
  package let isHidden: Bool
}

extension Program {
  /// All commands, parents before children, for completion scripts and manual pages.
  package var commandDescriptions: [CommandDescription] {
    descriptions(below: rootChain)
  }

  private func descriptions(below chain: CommandChain<Action>) -> [CommandDescription] {
    let command = chain.command
    let own = CommandDescription(
      path: chain.commands.map(\.name),
      abstract: command.abstract,
      discussion: command.discussion,
      examples: command.examples,
      usage: chain.usage,
      arguments: command.arguments,
      groups: command.groups,
      visibleOptions: chain.visibleOptions,
      subcommandNames: chain.subcommandNames,
      isHidden: command.isHidden
    )
    return command.subcommands.reduce(into: [own]) { all, subcommand in
      var child = chain
      child.descend(into: subcommand)
      all += descriptions(below: child)
    }
  }

  /// The help of a command by its path without the program's name; `nil` if there is none.
  package func helpText(for path: [String] = [], format: HelpFormat = HelpFormat()) -> String? {
    var chain = rootChain
    for name in path {
      guard let next = chain.command.subcommand(named: name) else { return nil }
      chain.descend(into: next)
    }
    return chain.helpText(format)
  }
}
