extension Program {
  /// The chains to all commands, parents before children, for completion scripts and manual pages.
  package var chains: [CommandChain<Action>] { chains(from: rootChain) }

  private func chains(from chain: CommandChain<Action>) -> [CommandChain<Action>] {
    chain.command.subcommands.reduce(into: [chain]) { all, subcommand in
      var child = chain
      child.descend(into: subcommand)
      all += chains(from: child)
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
