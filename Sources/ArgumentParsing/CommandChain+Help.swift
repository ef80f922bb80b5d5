extension CommandChain {
  /// The whole help of the command, each line ended by a line feed.
  func helpText(_ format: HelpFormat) -> String {
    var sections: [[String]] = [
      format.fill(command.abstract.words, first: "OVERVIEW: ", hanging: 0)
    ]
    if !command.discussion.isEmpty { sections.append(format.paragraphs(command.discussion)) }
    sections.append(format.fill(usage.synopsis, first: "USAGE: ", hanging: 4))
    sections.append(exampleLines(format))
    let positionals = command.arguments.filter { !$0.isHidden }
    sections.append(parameterLines("ARGUMENTS", positionals, format))
    for group in fullGroups {
      sections.append(parameterLines(group.title, group.definitions, format))
    }
    sections.append(globalLines(format))
    sections += command.subcommandGroups.map { subcommandLines($0, format) }
    sections.append(subcommandAdvice(format))
    sections.append(topicLines(format))
    return sections.filter { !$0.isEmpty }
      .map { $0.joined(separator: "\n") + "\n" }
      .joined(separator: "\n")
  }

  /// The command's own groups, and those that it shares with its parent; the root's last one ends with the built-in
  /// options.
  private var fullGroups: [(title: String, definitions: [ParameterDefinition])] {
    let shared = commands.dropFirst().dropLast().reversed().flatMap(\.groups)
      .filter { $0.scope == .subcommands }
    var groups = CommandChain.shown(command.groups + shared)
    guard isRoot else { return groups }
    if groups.isEmpty { groups.append(("OPTIONS", [])) }
    groups[groups.count - 1].definitions += program.builtInGroup.definitions
    return groups
  }

  private static func shown(
    _ groups: [OptionGroup]
  ) -> [(title: String, definitions: [ParameterDefinition])] {
    groups.map { ($0.title, $0.definitions.filter { !$0.isHidden }) }
      .filter { !$0.definitions.isEmpty }
  }

  /// The names of the options that all commands share; the program's help tells what they are.
  private func globalLines(_ format: HelpFormat) -> [String] {
    guard !isRoot else { return [] }
    let groups = CommandChain.shown(program.root.groups.filter { $0.scope == .subcommands })
    let definitions = groups.flatMap(\.definitions) + program.builtInGroup.definitions
    let names = definitions.flatMap { $0.longSpellings.prefix(1) }
    let words = names.dropLast().map { "\($0)," } + names.suffix(1)
    return format.fill(words, first: "\(groups.last?.title ?? "OPTIONS"): ", hanging: 2)
      + format.fill("See '\(program.root.name) --help'.".words, first: "  ", hanging: 2)
  }

  private func parameterLines(
    _ title: String,
    _ definitions: [ParameterDefinition],
    _ format: HelpFormat
  ) -> [String] {
    guard !definitions.isEmpty else { return [] }
    return format.heading(title)
      + definitions.flatMap { definition in
        definition.helpRows.flatMap { format.row($0.label, $0.text) }
      }
  }

  private func exampleLines(_ format: HelpFormat) -> [String] {
    guard !command.examples.isEmpty else { return [] }
    return format.heading("EXAMPLES")
      + command.examples.flatMap { example in
        // The command line is not wrapped, so that it can be copied.
        format.fill(example.explanation.words, first: "  ", hanging: 2)
          + ["    \(example.commandLine)"]
      }
  }

  private func subcommandLines(_ group: SubcommandGroup<Action>, _ format: HelpFormat) -> [String] {
    let shown = group.subcommands.map { ($0, $0.command) }.filter { !$0.1.isHidden }
    guard !shown.isEmpty else { return [] }
    return format.heading(group.title)
      + shown.flatMap { subcommand, command in
        let names = [subcommand.name] + subcommand.aliases
        return format.row(names.joined(separator: ", "), command.abstract)
      }
  }

  private func subcommandAdvice(_ format: HelpFormat) -> [String] {
    guard command.subcommands.contains(where: { !$0.isHidden }) else { return [] }
    let path = commands.dropFirst().map { "\($0.name) " }.joined()
    return format.advice("See '\(program.root.name) help \(path)<subcommand>' for detailed help.")
  }

  /// The pages of help: all of them at the root, the one of the command's own name elsewhere.
  private func topicLines(_ format: HelpFormat) -> [String] {
    if !isRoot {
      guard commands.count == 2, let topic = program.topic(named: command.name) else { return [] }
      return format.advice("See '\(program.root.name) help \(topic.name)' for: \(topic.abstract).")
    }
    guard !program.topics.isEmpty else { return [] }
    return format.heading("HELP TOPICS")
      + program.topics.flatMap { format.row($0.name, $0.abstract) }
      + [""] + format.advice("See '\(program.root.name) help <topic>' to read one.")
  }
}

extension HelpTopic {
  /// The page with its title, each line ended by a line feed.
  func helpText(_ format: HelpFormat) -> String {
    let title = format.fill(abstract.words, first: "TOPIC: ", hanging: 0)
    return (title + [""] + format.paragraphs(text)).joined(separator: "\n") + "\n"
  }
}
