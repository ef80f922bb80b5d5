/// An option with a value: `Option<Int?>` may be absent, `<[String]>` repeats, `<Int>` has a default or is required.
///
/// The type itself asks nothing of its values, only its initialiser does: the runtime would else look each conformance up
/// at the start of every command, among those of the whole program.
package struct Option<Value: Sendable>: NamedKey {
  package let definition: ParameterDefinition
}

extension Option where Value: ParsedValue {
  /// Defines an option.
  ///
  /// - Parameters:
  ///   - name: The long name without dashes.
  ///   - short: The letter that can stand for it.
  ///   - valueName: What help calls the value; the name when `nil`.
  ///   - help: What it is for.
  ///   - defaultValue: What it yields when absent; without one, a plain `Value` is required.
  ///   - environmentVariable: The variable that the program reads when it is absent. Help names
  ///     it; the parser does not read it.
  ///   - dashedValues: Whether a next word such as `-updated` is its value; one with two dashes never is.
  ///   - shorthands: Flags that stand for it with a certain value.
  ///   - completion: What a shell can offer.
  ///   - isHidden: Whether help leaves it out.
  ///   - allowedWords: The words that are accepted, where the type does not tell them.
  ///   - check: Refuses a word that the type accepts.
  package init(
    _ name: String,
    short: Character? = nil,
    valueName: String? = nil,
    help: String,
    default defaultValue: Value? = nil,
    environmentVariable: String? = nil,
    dashedValues: Bool = false,
    shorthands: [Shorthand] = [],
    completion: ParameterDefinition.Completion = .automatic,
    isHidden: Bool = false,
    allowedWords: (@Sendable () -> [String])? = nil,
    check: (@Sendable (String) throws(ValueError) -> Void)? = nil
  ) {
    let isOptional = defaultValue != nil && Value.multiplicity == .required
    definition = ParameterDefinition(
      kind: .option,
      name: name,
      short: short,
      valueName: valueName ?? name,
      multiplicity: isOptional ? .optional : Value.multiplicity,
      help: help,
      environmentVariable: environmentVariable,
      shorthands: shorthands,
      completion: completion,
      acceptsDashedWords: dashedValues,
      isHidden: isHidden,
      defaultTextsWhenAsked: { defaultValue?.argumentTexts ?? [] },
      allowedValuesWhenAsked: allowedWords ?? { Value.Word.allowedValues },
      takesAnyTextWhenAsked: { Value.Word.isAnyText && (allowedWords?() ?? []).isEmpty },
      read: Value.reader(default: defaultValue, check: check)
    )
  }
}
