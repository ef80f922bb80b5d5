/// The values of a command line, read by the keys that define them.
package struct ParsedArguments: Sendable {
  /// The names of the commands, the program's first.
  package let commandPath: [String]

  /// How many of the positionals, counted from the end, came after `--`.
  ///
  /// Commands that give words such as `+tag` a meaning take these as they are.
  package let literalCount: Int

  private let values: [String: any Sendable]
  private let given: [String: [GivenWord]]
  private let usage: @Sendable () -> CommandUsage

  init(
    commandPath: [String],
    literalCount: Int,
    values: [String: any Sendable],
    given: [String: [GivenWord]],
    usage: @escaping @Sendable () -> CommandUsage
  ) {
    self.commandPath = commandPath
    self.literalCount = literalCount
    self.values = values
    self.given = given
    self.usage = usage
  }

  /// The value of a parameter: what was given, else its default.
  ///
  /// The key must belong to the command or to one above it; anything else is a bug and traps.
  package subscript<Key: ParameterKey>(key: Key) -> Key.Value {
    let id = key.definition.id
    guard let box = values[id] as? ValueBox<Key.Value> else {
      let command = commandPath.joined(separator: " ")
      preconditionFailure("'\(command)' does not declare \(id) with the type \(Key.Value.self)")
    }
    return box.value
  }

  /// Whether the command, or one above it, declares the parameter with this type.
  package func declares<Key: ParameterKey>(_ key: Key) -> Bool {
    values[key.definition.id] is ValueBox<Key.Value>
  }

  /// Whether the parameter was on the command line, even with its default's value.
  package func isGiven(_ key: some ParameterKey) -> Bool { given[key.definition.id] != nil }

  /// The same with the values that others give, for parameters that both declare and this one is not given.
  ///
  /// A parameter's name must mean one type in both.
  package func completed(by others: ParsedArguments) -> ParsedArguments {
    let added = others.values.filter { id, _ in
      given[id] == nil && values[id] != nil && others.given[id] != nil
    }
    return ParsedArguments(
      commandPath: commandPath,
      literalCount: literalCount,
      values: values.merging(added) { _, added in added },
      given: given,
      usage: usage
    )
  }
}

extension ParsedArguments {
  /// An error for words that a command cannot use together, shown like the parser's own.
  ///
  /// - Parameters:
  ///   - message: One sentence without `Error:`.
  ///   - excerpt: The command line with a mark below the mistake.
  /// - Returns: An error to throw.
  package func failure(_ message: String, excerpt: CommandExcerpt? = nil) -> UsageError {
    UsageError(.refused(message), usage(), excerpt: excerpt)
  }

  /// The error for a value that only the command could check.
  ///
  /// - Parameters:
  ///   - value: The word that was refused.
  ///   - key: The parameter it was given for.
  ///   - reason: Why, without a full stop; `nil` leaves the standard sentence.
  ///   - excerpt: The command line with a mark below the mistake.
  /// - Returns: An error to throw.
  package func invalidValue(
    _ value: String,
    for key: some ParameterKey,
    reason: String? = nil,
    excerpt: CommandExcerpt? = nil
  ) -> UsageError {
    let definition = key.definition
    let word = given[definition.id]?.last { $0.text == value }
    let use = ParameterUse(definition, spelling: word?.spelling)
    return UsageError(
      .invalidValue(value, use, reason: reason),
      usage(),
      excerpt: excerpt
    )
  }

  /// The error for a parameter that is missing in this situation only.
  package func missing(_ key: some ParameterKey) -> UsageError {
    UsageError(.missingArgument(ParameterUse(key.definition)), usage())
  }
}
