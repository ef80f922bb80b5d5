extension CommandChain {
  /// How the command is used, for the head of its help and for errors.
  ///
  /// A root with subcommands shows its options as one placeholder; a subcommand shows no options of
  /// its ancestors.
  var usage: CommandUsage {
    var synopsis = [name]
    if isRoot, command.hasSubcommands {
      synopsis.append("[<options>]")
    } else {
      synopsis += command.arguments.filter { !$0.isHidden }.map(\.usage)
      synopsis += command.groups.flatMap(\.definitions).filter { !$0.isHidden }.map(\.usage)
    }
    if command.hasSubcommands {
      let isRequired = command.action == nil && command.defaultSubcommand == nil
      synopsis.append(isRequired ? "<subcommand>" : "[<subcommand>]")
    }
    return CommandUsage(
      commandName: name,
      synopsis: synopsis,
      example: command.examples.first?.commandLine
    )
  }
}

extension ParameterDefinition {
  /// The parameter in a usage line: `<title> ...`, `[--due <date>]`, `[--x/--no-x]`.
  var usage: String {
    let ellipsis = multiplicity.isRepeated ? " ..." : ""
    let body =
      switch kind {
      case .positional: "<\(name)>\(ellipsis)"
      case .option: "--\(name) <\(valueName)>\(ellipsis)"
      case .flag(let isInvertible): isInvertible ? "--\(name)/--no-\(name)" : "--\(name)"
      }
    return multiplicity.isRequired ? body : "[\(body)]"
  }

  /// The lines of help about the parameter: its own, then one for each shorthand.
  var helpRows: [(label: String, text: String)] {
    [(label, fullHelp)]
      + shorthands.map { ("--\($0.flag)", "The same as --\(name) \($0.value).") }
  }

  /// The parameter at the left of its help: `-p, --priority <priority>`.
  private var label: String {
    let letter = short.map { "-\($0), " } ?? ""
    switch kind {
    case .positional: return "<\(name)>"
    case .option: return "\(letter)--\(name) <\(valueName)>"
    case .flag: return letter + longSpellings.joined(separator: "/")
    }
  }

  /// The help with values, default and variable in parentheses.
  private var fullHelp: String {
    var notes: [String] = []
    if !allowedValues.isEmpty { notes.append("values: " + allowedValues.joined(separator: ", ")) }
    if !defaultTexts.isEmpty { notes.append("default: " + defaultTexts.joined(separator: ", ")) }
    if let environmentVariable { notes.append("environment: \(environmentVariable)") }
    guard !notes.isEmpty else { return help }
    let note = "(" + notes.joined(separator: "; ") + ")"
    return help.isEmpty ? note : "\(help) \(note)"
  }
}
