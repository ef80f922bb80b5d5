/// Walks over the words once, and records the values of each parameter.
///
/// After the first error it goes on, since a later request for help takes precedence.
struct ArgumentScanner<Action: Sendable> {
  private(set) var chain: CommandChain<Action>
  /// The values given, by the parameter's ``ParameterDefinition/id``.
  private(set) var given: [String: [GivenWord]] = [:]
  /// The words that are not options, without the names of commands.
  private(set) var positionals: [String] = []
  /// How many positionals, counted from the end, came after `--`.
  private(set) var literalCount = 0
  private(set) var wantsHelp = false
  private(set) var wantsVersion = false
  /// The words after the subcommand `help`, when that was called.
  private(set) var helpWords: [String]?
  private(set) var failure: UsageError?
  /// The option at the very end that lacks its value.
  private(set) var awaiting: ParameterDefinition?
  /// Whether `--` came, after which nothing is an option.
  private(set) var isLiteral = false
  /// Whether a word came where only the name of a subcommand can.
  private(set) var isLost = false

  init(program: Program<Action>) { chain = program.rootChain }

  mutating func scan(_ arguments: [String]) {
    var rest = arguments[...]
    while let word = rest.popFirst() {
      switch ArgumentWord(word) {
      case .terminator:
        return takeLiterally(rest)
      case .long(let name, let value):
        takeLong(name, value: value, rest: &rest)
      case .short(let letters):
        takeShort(letters, rest: &rest)
      case .plain:
        takePlain(word)
      }
    }
  }

  /// Enters the subcommand that runs when none is named.
  mutating func enterDefault(_ command: Command<Action>) { chain.descend(into: command) }

  private mutating func takeLiterally(_ words: ArraySlice<String>) {
    isLiteral = true
    guard helpWords == nil else {
      helpWords? += words
      return
    }
    literalCount = words.count
    positionals += words
  }

  private mutating func takeLong(_ name: String, value: String?, rest: inout ArraySlice<String>) {
    let spelling = "--\(name)"
    // Several words in one are no option: they are a value, where values may begin so.
    if name.contains(where: \.isWhitespace), chain.takesDashedWords {
      return takePlain(value.map { "\(spelling)=\($0)" } ?? spelling)
    }
    guard let (definition, match) = chain.option(long: name) else {
      let guess = chain.optionSuggestion(for: name)
      return fail(.unknownOption(spelling, suggestion: guess))
    }
    switch (match, value) {
    case (.implies(let word), nil):
      record(word, for: definition, spelling: spelling)
    case (.implies, let value?):
      fail(.unexpectedValue(value, spelling: spelling))
    case (.needsValue, let value?):
      record(value, for: definition, spelling: spelling)
    case (.needsValue, nil):
      takeValue(for: definition, spelling: spelling, rest: &rest)
    }
  }

  private mutating func takeShort(_ letters: String, rest: inout ArraySlice<String>) {
    if chain.takesDashedWords, !isLetter(letters), !isBundle(letters, before: rest.first) {
      return takePlain("-\(letters)")
    }
    var remaining = letters[...]
    while let letter = remaining.popFirst() {
      let spelling = "-\(letter)"
      guard let definition = chain.option(short: letter) else {
        // The whole word, if nothing in it was understood: `-priority` may be `--priority`.
        let isWhole = letters.count == remaining.count + 1
        let name = isWhole ? String(letters.prefix { $0 != "=" }) : String(letter)
        let guess = name.count > 1 ? chain.optionSuggestion(for: name) : nil
        let textAdvice = guess == nil ? chain.textAdvice(for: letters) : nil
        let advice = chain.dashAdvice(for: letters) ?? textAdvice
        return fail(.unknownOption("-\(name)", suggestion: guess, advice: advice))
      }
      let hasEquals = remaining.first == "="
      if definition.takesValue {
        if remaining.isEmpty {
          return takeValue(for: definition, spelling: spelling, rest: &rest)
        }
        if !hasEquals, definition.takesAnyText {
          let advice =
            "With the value '\(remaining)', write '\(spelling) \(remaining)'"
            + (chain.textAdvice(for: letters).map { ". \($0)" } ?? "")
          return fail(.unknownOption("-\(letters)", suggestion: nil, advice: advice))
        }
        let value = String(hasEquals ? remaining.dropFirst() : remaining)
        return record(value, for: definition, spelling: spelling)
      }
      if hasEquals {
        return fail(.unexpectedValue(String(remaining.dropFirst()), spelling: spelling))
      }
      record(Flag.on, for: definition, spelling: spelling)
    }
  }

  /// Whether a letter stands alone, or before its value as in `-n=5`.
  private func isLetter(_ letters: String) -> Bool {
    letters.count == 1 || letters.dropFirst().first == "="
  }

  /// Whether each letter is an option, and the value of the last one is valid: behind it, or the next word.
  ///
  /// Where every text would be a value, it must stand apart: `-later` is not `-l ater`.
  private func isBundle(_ letters: String, before next: String?) -> Bool {
    var rest = letters[...]
    while let letter = rest.popFirst() {
      guard let definition = chain.option(short: letter) else { return false }
      guard definition.takesValue else { continue }
      guard let sign = rest.first else {
        return next.map { isValue($0, of: definition) && definition.isValue($0) } ?? false
      }
      if sign == "=" { return definition.isValue(String(rest.dropFirst())) }
      return !definition.takesAnyText && definition.isValue(String(rest))
    }
    return true
  }

  private mutating func takeValue(
    for definition: ParameterDefinition,
    spelling: String,
    rest: inout ArraySlice<String>
  ) {
    if rest.isEmpty { awaiting = definition }
    guard let next = rest.first, isValue(next, of: definition) else {
      let advice = rest.first.flatMap { word in
        isOption(word) ? nil : "Write '\(spelling)=\(word)' if '\(word)' is the value"
      }
      return fail(.missingValue(ParameterUse(definition, spelling: spelling), advice: advice))
    }
    rest.removeFirst()
    record(next, for: definition, spelling: spelling)
  }

  /// True if a word with a dash begins with an option of the command, as `--due`, `-d` or `-d5`.
  private func isOption(_ word: String) -> Bool {
    word.hasPrefix("--") || word.dropFirst().first.map { chain.option(short: $0) != nil } ?? true
  }

  private func isValue(_ word: String, of definition: ParameterDefinition) -> Bool {
    if ArgumentWord(word) == .plain { return true }
    return definition.acceptsDashedWords && !word.hasPrefix("--")
  }

  private mutating func takePlain(_ word: String) {
    if helpWords != nil {
      helpWords?.append(word)
    } else if !positionals.isEmpty || isLost {
      positionals.append(word)
    } else if let next = chain.command.subcommand(named: word) {
      chain.descend(into: next)
    } else if chain.isRoot, word == "help", chain.command.hasSubcommands {
      helpWords = []
    } else if chain.command.arguments.isEmpty, chain.command.hasSubcommands {
      isLost = true
      let guess = chain.subcommandSuggestion(for: word)
      fail(.unknownSubcommand(word, suggestion: guess))
    } else {
      positionals.append(word)
    }
  }

  private mutating func record(
    _ value: String,
    for definition: ParameterDefinition,
    spelling: String
  ) {
    switch definition.id {
    case "--help": wantsHelp = true
    case "--version" where chain.program.version != nil: wantsVersion = true
    default: given[definition.id, default: []].append(GivenWord(text: value, spelling: spelling))
    }
  }

  private mutating func fail(_ reason: UsageErrorReason) {
    failure = failure ?? UsageError(reason, chain.usage)
  }
}

/// A value, and the name under which it was given; positionals have none.
struct GivenWord: Sendable {
  let text: String
  var spelling: String?
}
