/// A typed name: it defines a parameter and reads its value from ``ParsedArguments``.
package protocol ParameterKey: Sendable {
  /// What the parameter yields.
  associatedtype Value: Sendable

  /// The parameter without its type.
  var definition: ParameterDefinition { get }
}

/// A key of a word known by its place.
package protocol PositionalKey: ParameterKey {}

/// A key of an option or a flag.
package protocol NamedKey: ParameterKey {}
