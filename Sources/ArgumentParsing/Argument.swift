/// A positional: `Argument<String>` is required, `<String?>` optional, `<[String]>` repeated.
///
/// The type itself asks nothing of its values, as ``Option`` does not.
package struct Argument<Value: Sendable>: PositionalKey {
  package let definition: ParameterDefinition
}

extension Argument where Value: ParsedValue {
  /// Defines a positional.
  ///
  /// - Parameters:
  ///   - name: What help calls it, without angle brackets.
  ///   - help: What it is for.
  ///   - defaultValue: What it yields when absent; with one it is optional.
  ///   - atLeastOne: Whether a repeated positional needs one word at least.
  ///   - dashedWords: Makes words such as `-shop` its own: those of several letters that are not a
  ///     valid bundle of options. Says how to write a single letter, which never belongs to it.
  ///   - completion: What a shell can offer.
  ///   - isHidden: Whether help and usage leave it out.
  package init(
    _ name: String,
    help: String,
    default defaultValue: Value? = nil,
    atLeastOne: Bool = false,
    dashedWords: (@Sendable (_ letter: String) -> String)? = nil,
    completion: ParameterDefinition.Completion = .automatic,
    isHidden: Bool = false
  ) {
    let declared: Multiplicity = atLeastOne ? .repeatedAtLeastOnce : Value.multiplicity
    let multiplicity =
      defaultValue == nil ? declared : (Value.multiplicity.isRepeated ? .repeated : .optional)
    definition = ParameterDefinition(
      kind: .positional,
      name: name,
      valueName: name,
      multiplicity: multiplicity,
      help: help,
      completion: completion,
      acceptsDashedWords: dashedWords != nil,
      dashAdvice: dashedWords,
      isHidden: isHidden,
      defaultTextsWhenAsked: { defaultValue?.argumentTexts ?? [] },
      allowedValuesWhenAsked: { Value.Word.allowedValues },
      read: Value.reader(default: defaultValue, needsOne: atLeastOne)
    )
  }
}
