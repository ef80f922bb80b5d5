// Turns the scanned words into typed values.

extension ArgumentScanner {
  /// Decides what to run once all words were understood.
  consuming func finish(format: HelpFormat) throws(UsageError) -> Program<Action>.Outcome {
    while chain.command.action == nil, positionals.isEmpty,
      let name = chain.command.defaultSubcommand,
      let next = chain.command.subcommand(named: name)
    {
      enterDefault(next)
    }
    guard let action = chain.command.action else {
      guard positionals.isEmpty else {
        throw UsageError(.unexpectedArguments(positionals), chain.usage)
      }
      return .help(chain.helpText(format))
    }
    return .run(action, try values())
  }

  private func values() throws(UsageError) -> ParsedArguments {
    var values: [String: any Sendable] = [:]
    for definition in chain.declaredOptions {
      values[definition.id] = try read(definition, given[definition.id] ?? [])
    }
    var rest = positionals[...]
    var given = given
    for definition in chain.command.arguments {
      let taken = rest.prefix(definition.multiplicity.isRepeated ? rest.count : 1)
      rest = rest.dropFirst(taken.count)
      let words = taken.map { GivenWord(text: $0) }
      values[definition.id] = try read(definition, words)
      given[definition.id] = words.isEmpty ? nil : words
    }
    guard rest.isEmpty else { throw UsageError(.unexpectedArguments(Array(rest)), chain.usage) }
    return ParsedArguments(
      commandPath: chain.commands.map(\.name),
      literalCount: literalCount,
      values: values,
      given: given,
      usage: { [chain] in chain.usage }
    )
  }

  private func read(
    _ definition: ParameterDefinition,
    _ words: [GivenWord]
  ) throws(UsageError) -> any Sendable {
    do throws(UnreadableWord) {
      if let value = try definition.read(words.map(\.text)) { return value }
    } catch {
      let word = words[error.index]
      let use = ParameterUse(definition, spelling: word.spelling)
      throw UsageError(
        .invalidValue(word.text, use, reason: error.cause.reason),
        chain.usage
      )
    }
    throw UsageError(.missingArgument(ParameterUse(definition)), chain.usage)
  }
}
