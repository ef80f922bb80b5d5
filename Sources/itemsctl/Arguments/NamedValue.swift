package import ArgumentParsing
package import Storage

/// A part of an item that has one of a few names.
package protocol NamedValue: ArgumentValue, CaseIterable {
  init?(name: some StringProtocol)
  var name: String { get }
}

extension NamedValue {
  package init(argument: String) throws(ValueError) {
    guard let value = Self(name: argument) else { throw ValueError() }
    self = value
  }

  package var argumentText: String { name }
  package static var allowedValues: [String] { names }

  static var names: [String] { allCases.map(\.name) }
}

extension Priority: NamedValue {}

extension Status: NamedValue {}
