extension Program {
  /// Finds what can replace the last word, which may be empty or unfinished.
  ///
  /// The parser itself reads the words before it; errors in them are ignored. What is hidden from
  /// help counts as unknown.
  package func completion(of words: [String]) -> CompletionQuery {
    let typed = words.last ?? ""
    var scanner = ArgumentScanner(program: self)
    scanner.scan(Array(words.dropLast()))
    if let option = scanner.awaiting { return scanner.query(forValueOf: option, typed: typed) }
    if scanner.isLiteral { return scanner.query(forPositional: typed) }
    switch ArgumentWord(typed) {
    case .long(let name, let value?):
      return scanner.query(forLong: name, value: value)
    case .short(let letters):
      return scanner.query(forShort: letters)
    case .terminator, .long:
      return scanner.query(CompletionQuery.Candidate.options(of: scanner.chain), typed: typed)
    case .plain: return scanner.query(forPlain: typed)
    }
  }
}

extension ArgumentScanner {
  fileprivate func query(
    _ candidates: [CompletionQuery.Candidate] = [],
    typed: String,
    prefix: String = "",
    source: ParameterDefinition.Completion = .automatic
  ) -> CompletionQuery {
    CompletionQuery(
      prefix: prefix,
      typed: typed,
      candidates: candidates,
      source: source,
      given: given.mapValues { $0.map(\.text) },
      positionals: positionals
    )
  }

  fileprivate func query(
    forValueOf definition: ParameterDefinition,
    typed: String,
    prefix: String = ""
  ) -> CompletionQuery {
    let values = definition.allowedValues.map { CompletionQuery.Candidate($0) }
    return query(values, typed: typed, prefix: prefix, source: definition.completion)
  }

  /// `--name=value` up to the cursor.
  fileprivate func query(forLong name: String, value: String) -> CompletionQuery {
    guard let (definition, match) = chain.option(long: name), case .needsValue = match else {
      return query(typed: value, prefix: "--\(name)=")
    }
    return query(forValueOf: definition, typed: value, prefix: "--\(name)=")
  }

  /// `-abc` up to the cursor: the value of the first letter that takes one, else more options.
  ///
  /// Where words such as `-shop` are positionals, a longer word becomes one of them.
  fileprivate func query(forShort letters: String) -> CompletionQuery {
    let isWord = letters.count > 1 && letters.dropFirst().first != "="
    if chain.takesDashedWords, isWord { return query(forPositional: "-\(letters)") }
    var rest = letters[...]
    var prefix = "-"
    while let letter = rest.popFirst(), let definition = chain.option(short: letter) {
      prefix.append(letter)
      guard definition.takesValue else { continue }
      if rest.first == "=" {
        prefix.append(rest.removeFirst())
      } else if chain.takesDashedWords {
        // Directly behind the letter, a value could be a word.
        prefix.append("=")
      }
      return query(forValueOf: definition, typed: String(rest), prefix: prefix)
    }
    return chain.takesDashedWords
      ? query(forPositional: "-\(letters)")
      : query(CompletionQuery.Candidate.options(of: chain), typed: "-\(letters)")
  }

  fileprivate func query(forPlain typed: String) -> CompletionQuery {
    if let helpWords { return query(forHelp: helpWords, typed: typed) }
    // A single dash may become an option, or be standard input.
    if typed == "-" { return query(CompletionQuery.Candidate.options(of: chain), typed: typed) }
    guard positionals.isEmpty, chain.command.hasSubcommands, !isLost else {
      return query(forPositional: typed)
    }
    var names = CompletionQuery.Candidate.subcommands(of: chain.command)
    if chain.isRoot { names.append(CompletionQuery.Candidate("help", "Show help.")) }
    guard chain.command.arguments.isEmpty else {
      let more = query(forPositional: typed)
      return query(names + more.candidates, typed: typed, source: more.source)
    }
    return query(names, typed: typed)
  }

  fileprivate func query(forPositional typed: String) -> CompletionQuery {
    let arguments = chain.command.arguments
    let index = min(positionals.count, arguments.count - 1)
    guard index >= 0, index == positionals.count || arguments[index].multiplicity.isRepeated else {
      return query(typed: typed)
    }
    return query(forValueOf: arguments[index], typed: typed)
  }

  private func query(forHelp words: [String], typed: String) -> CompletionQuery {
    var command = chain.program.root
    for word in words {
      guard let next = command.subcommand(named: word) else { return query(typed: typed) }
      command = next
    }
    var names = CompletionQuery.Candidate.subcommands(of: command)
    if words.isEmpty {
      let others = chain.program.topics.filter { command.subcommand(named: $0.name) == nil }
      names += others.map { CompletionQuery.Candidate($0.name, $0.abstract) }
    }
    return query(names, typed: typed)
  }
}

extension CompletionQuery.Candidate {
  fileprivate static func subcommands<Action>(of command: Command<Action>) -> [Self] {
    command.subcommands.filter { !$0.isHidden }.map { Self($0.name, $0.abstract) }
  }

  /// The long names, which explain themselves better than letters.
  fileprivate static func options<Action>(of chain: CommandChain<Action>) -> [Self] {
    chain.visibleOptions.filter { !$0.isHidden }.flatMap { definition in
      definition.longSpellings.map { Self($0, definition.help) }
    }
  }
}
