/// A switch without a value: `--all`, or `--x` with `--no-x`.
package struct Flag: NamedKey {
  package typealias Value = Bool

  package let definition: ParameterDefinition

  /// Defines a flag that is off unless given.
  ///
  /// - Parameters:
  ///   - name: The long name without dashes.
  ///   - short: The letter that can stand for it.
  ///   - help: What it is for.
  ///   - isHidden: Whether help leaves it out.
  package init(_ name: String, short: Character? = nil, help: String, isHidden: Bool = false) {
    self.init(name, short, help, isInvertible: false, default: false, isHidden: isHidden)
  }

  /// Defines a flag that `--no-name` turns off; the last of the two wins.
  ///
  /// - Parameters:
  ///   - name: The long name without dashes.
  ///   - short: The letter that can stand for `--name`.
  ///   - help: What it is for.
  ///   - defaultValue: What it is when neither is given.
  ///   - isHidden: Whether help leaves it out.
  package init(
    invertible name: String,
    short: Character? = nil,
    help: String,
    default defaultValue: Bool,
    isHidden: Bool = false
  ) {
    self.init(name, short, help, isInvertible: true, default: defaultValue, isHidden: isHidden)
  }

  private init(
    _ name: String,
    _ short: Character?,
    _ help: String,
    isInvertible: Bool,
    default defaultValue: Bool,
    isHidden: Bool
  ) {
    let defaultText = defaultValue ? "--\(name)" : "--no-\(name)"
    definition = ParameterDefinition(
      kind: .flag(isInvertible: isInvertible),
      name: name,
      short: short,
      valueName: name,
      multiplicity: .optional,
      help: help,
      isHidden: isHidden,
      defaultTextsWhenAsked: { isInvertible ? [defaultText] : [] },
      read: { words in ValueBox(value: words.last.map { $0 == Flag.on } ?? defaultValue) }
    )
  }

  /// The word that the parser records for `--name`.
  static let on = "true"
  /// The word that the parser records for `--no-name`.
  static let off = "false"
}
