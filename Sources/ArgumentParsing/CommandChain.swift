/// The commands from the root to the one in question, and the options that it accepts.
package struct CommandChain<Action: Sendable>: Sendable {
  let program: Program<Action>
  private(set) var commands: [Command<Action>]

  init(program: Program<Action>) {
    self.program = program
    commands = [program.root]
  }

  mutating func descend(into command: Command<Action>) { commands.append(command) }

  /// The command in question.
  package var command: Command<Action> { commands.last ?? program.root }

  var isRoot: Bool { commands.count == 1 }

  /// The names from the program's to the command's.
  package var path: [String] { commands.map(\.name) }
  /// The words that call it, such as `itemsctl sync status`.
  var name: String { path.joined(separator: " ") }

  /// Other words for the command's name.
  package var aliases: [String] {
    let siblings = commands.dropLast().last?.subcommandGroups.flatMap(\.subcommands) ?? []
    return siblings.first { $0.name == command.name }?.aliases ?? []
  }

  /// The words that can be meant where a subcommand must come.
  package var subcommandNames: [String] {
    let names = command.subcommands.filter { !$0.isHidden }.map(\.name)
    return isRoot && !names.isEmpty ? names + ["help"] : names
  }

  /// The groups understood here: the command's own first, then its ancestors', then the built-in.
  var visibleGroups: [OptionGroup] {
    var groups = command.groups
    for ancestor in commands.dropLast().reversed() {
      groups += ancestor.groups.filter { $0.scope == .subcommands }
    }
    groups.append(program.builtInGroup)
    return groups
  }

  /// The options of all visible groups.
  package var visibleOptions: [ParameterDefinition] { visibleGroups.flatMap(\.definitions) }

  /// All options of all the commands, whose values are to be read.
  var declaredOptions: [ParameterDefinition] {
    var options: [ParameterDefinition] = []
    for command in commands {
      for group in command.groups { options += group.definitions }
    }
    return options
  }

  func option(short letter: Character) -> ParameterDefinition? {
    for group in visibleGroups {
      if let match = group.definitions.first(where: { $0.short == letter }) { return match }
    }
    return nil
  }

  /// The option of a long name without dashes, and what the name itself says.
  func option(long name: String) -> (definition: ParameterDefinition, match: LongNameMatch)? {
    for group in visibleGroups {
      for definition in group.definitions {
        if let match = definition.match(long: name) { return (definition, match) }
      }
    }
    return nil
  }

  /// Whether a word such as `-shop` can be a positional.
  var takesDashedWords: Bool { command.arguments.contains(where: \.acceptsDashedWords) }

  /// How to write a letter behind a dash that is not an option.
  func dashAdvice(for letter: String) -> String? {
    command.arguments.lazy.compactMap(\.dashAdvice).first?(letter)
  }

  /// How a word behind a dash becomes part of a text, for a command that takes words as they are.
  func textAdvice(for letters: String) -> String? {
    guard command.arguments.contains(where: \.multiplicity.isRepeated) else { return nil }
    return "For the word '-\(letters)' itself, write '--' before it"
  }

  /// The subcommand that an unknown word, or one for a page of help, may have meant.
  ///
  /// A phrase is a whole command line, of which there is no help.
  func subcommandSuggestion(
    for word: String,
    orAmong others: [String] = [],
    isForHelp: Bool = false
  ) -> String? {
    (isForHelp ? nil : command.phrase(word))
      ?? command.subcommands.first { !$0.isHidden && $0.synonyms.contains(word) }?.name
      ?? suggestion(for: word, among: subcommandNames + others)
  }

  /// The nearest long option to an unknown one, with its dashes.
  func optionSuggestion(for name: String) -> String? {
    let spellings = visibleOptions.filter { !$0.isHidden }.flatMap(\.longSpellings)
    return suggestion(for: name, among: spellings.map { String($0.dropFirst(2)) })
      .map { "--\($0)" }
  }
}

/// What a long name says about the parameter that it belongs to.
enum LongNameMatch {
  /// The value comes after it.
  case needsValue
  /// The name stands for this word.
  case implies(String)
}

extension ParameterDefinition {
  fileprivate func match(long given: String) -> LongNameMatch? {
    switch kind {
    case .positional: return nil
    case .flag(let isInvertible):
      if given == name { return .implies(Flag.on) }
      let isInverse = isInvertible && given.hasPrefix("no-") && given.dropFirst(3) == name
      return isInverse ? .implies(Flag.off) : nil
    case .option:
      if given == name { return .needsValue }
      return shorthands.first { $0.flag == given }.map { .implies($0.value) }
    }
  }
}

/// The options that are understood everywhere without being declared.
private enum BuiltIn {
  static let help = Flag("help", short: "h", help: "Show help.")
  static let version = Flag("version", help: "Show the version.")
  static let withoutVersion = OptionGroup("OPTIONS", [help])
  static let all = OptionGroup("OPTIONS", [help, version])
}

extension Program {
  /// The options that are understood everywhere without being declared.
  var builtInGroup: OptionGroup { version == nil ? BuiltIn.withoutVersion : BuiltIn.all }
}
