extension Program {
  /// Mistakes in the definition itself; a test of the program expects none.
  ///
  /// The parser trusts the definition: of two parameters with one name, only one is reachable.
  package var definitionErrors: [String] {
    chains.flatMap { chain in
      (repeatedNames(chain) + misplacedArguments(chain.command))
        .map { "\(chain.name): \($0)" }
    } + aimless(root, path: root.name)
  }

  private func repeatedNames(_ chain: CommandChain<Action>) -> [String] {
    let options = chain.visibleOptions
    let spellings =
      options.flatMap(\.longSpellings) + options.compactMap(\.short).map { "-\($0)" }
      + chain.command.arguments.map(\.id) + chain.subcommandNames
      + chain.command.subcommandGroups.flatMap(\.subcommands).flatMap(\.aliases)
    var seen: Set<String> = []
    let repeated = spellings.filter { !seen.insert($0).inserted }.map { "\($0) is defined twice" }
    let odd = options.compactMap(\.short).filter { !$0.isLetter && $0 != "?" }
      .map { "-\($0) could not be told from a word" }
    return repeated + odd
  }

  private func misplacedArguments(_ command: Command<Action>) -> [String] {
    var problems: [String] = []
    for (argument, next) in zip(command.arguments, command.arguments.dropFirst()) {
      if argument.multiplicity.isRepeated {
        problems.append("\(next.id) follows \(argument.id), which takes all words")
      } else if next.multiplicity.isRequired, !argument.multiplicity.isRequired {
        problems.append("\(next.id) is required but follows \(argument.id), which is not")
      }
    }
    return problems
  }

  private func aimless(_ command: Command<Action>, path: String) -> [String] {
    var problems: [String] = []
    if command.action == nil, !command.hasSubcommands {
      problems.append("\(path): has neither an action nor subcommands")
    }
    if let name = command.defaultSubcommand, command.subcommand(named: name) == nil {
      problems.append("\(path): the default subcommand \(name) does not exist")
    }
    for subcommand in command.subcommandGroups.flatMap(\.subcommands)
    where subcommand.name != subcommand.command.name {
      problems.append(
        "\(path): the subcommand \(subcommand.name) declares itself as \(subcommand.command.name)"
      )
    }
    return problems + command.subcommands.flatMap { aimless($0, path: "\(path) \($0.name)") }
  }
}
