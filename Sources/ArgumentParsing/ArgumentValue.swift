/// A type that one word of the command line can become.
///
/// Enumerations with `String` raw values need only declare the conformance (with `CaseIterable`):
/// their cases become the allowed values. `Optional` and `Array` of a conforming type describe an
/// option that may be absent and one that may be repeated.
package protocol ArgumentValue: ParsedValue where Word == Self {
  /// Reads one word, or says why it cannot.
  init(argument: String) throws(ValueError)

  /// The word that would be read as this value; help shows defaults with it.
  var argumentText: String { get }

  /// All words that are accepted, in the order to show them; empty when the set is open.
  static var allowedValues: [String] { get }

  /// Whether nearly every word is accepted.
  static var isAnyText: Bool { get }
}

extension ArgumentValue {
  package static var multiplicity: Multiplicity { .required }
  package static var allowedValues: [String] { [] }
  package static var isAnyText: Bool { false }
  package static func assemble(_ elements: [Self]) -> Self? { elements.last }
  package var argumentTexts: [String] { [argumentText] }
}

extension ArgumentValue where Self: RawRepresentable, RawValue == String {
  package init(argument: String) throws(ValueError) {
    guard let value = Self(rawValue: argument) else { throw ValueError() }
    self = value
  }

  package var argumentText: String { rawValue }
}

extension ArgumentValue where Self: CaseIterable & RawRepresentable, RawValue == String {
  package static var allowedValues: [String] { allCases.map(\.rawValue) }
}

extension ArgumentValue where Self: LosslessStringConvertible {
  package init(argument: String) throws(ValueError) {
    guard let value = Self(argument) else { throw ValueError() }
    self = value
  }

  package var argumentText: String { description }
}

extension String: ArgumentValue {
  package static var isAnyText: Bool { true }
}
extension Int: ArgumentValue {}
extension Double: ArgumentValue {}

/// Why a word cannot become a value.
package struct ValueError: Error, Equatable {
  /// What to add to the standard message, without a full stop; `nil` adds nothing.
  package let reason: String?

  /// Refuses a word, with a reason if the list of allowed values does not say it.
  package init(_ reason: String? = nil) { self.reason = reason }
}
