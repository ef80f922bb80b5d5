/// How often a parameter can or must be given.
package enum Multiplicity: Sendable, Equatable {
  /// Exactly once; when given again, the last value wins.
  case required
  /// At most once; when given again, the last value wins.
  case optional
  /// Any number of times.
  case repeated
  /// Once or more.
  case repeatedAtLeastOnce

  /// Whether all values are kept.
  package var isRepeated: Bool { self == .repeated || self == .repeatedAtLeastOnce }

  /// Whether its absence is an error.
  package var isRequired: Bool { self == .required || self == .repeatedAtLeastOnce }
}

/// What a parameter yields: an ``ArgumentValue``, an `Optional` of one, or an `Array` of them.
package protocol ParsedValue: Sendable {
  /// The type that a single word becomes.
  associatedtype Word: ArgumentValue

  /// How often the parameter can be given when it has no default.
  static var multiplicity: Multiplicity { get }

  /// The value that the words stand for, in the order given; `nil` when words are missing.
  static func assemble(_ elements: [Word]) -> Self?

  /// The words that would be read as this value.
  var argumentTexts: [String] { get }
}

extension Optional: ParsedValue where Wrapped: ArgumentValue {
  package static var multiplicity: Multiplicity { .optional }
  package static func assemble(_ elements: [Wrapped]) -> Wrapped?? { .some(elements.last) }
  package var argumentTexts: [String] { map { [$0.argumentText] } ?? [] }
}

extension Array: ParsedValue where Element: ArgumentValue {
  package static var multiplicity: Multiplicity { .repeated }
  package static func assemble(_ elements: [Element]) -> [Element]? { elements }
  package var argumentTexts: [String] { map(\.argumentText) }
}
