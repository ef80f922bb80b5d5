// Parts of items as values of options.

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

extension ItemID: ArgumentValue {
  package init(argument: String) throws(ValueError) {
    guard let id = ItemID(argument) else {
      throw ValueError("an id has 32 hexadecimal digits in groups of 8-4-4-4-12")
    }
    self = id
  }

  package var argumentText: String { description }
}

extension ItemReference: ArgumentValue {
  init(argument: String) throws(ValueError) {
    guard let reference = ItemReference(argument) else {
      if let numbers = ItemReference.spelledOut(argument) {
        throw ValueError("items are named one by one, as in '\(numbers)'")
      }
      throw ValueError(
        "it is neither a number nor at least \(ItemReference.minimumDigits) digits of an id"
      )
    }
    self = reference
  }

  var argumentText: String { word }
}

/// A key and a value: `url=https://example.org`.
struct KeyValue: ArgumentValue, Hashable {
  let key: String
  let value: String

  init(key: String, value: String) {
    self.key = key
    self.value = value
  }

  /// The value as an attribute has it; none where it is empty.
  var json: JSONValue? { value.isEmpty ? nil : .string(value) }

  init(argument: String) throws(ValueError) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty else {
      throw ValueError("it must look like KEY=VALUE")
    }
    key = String(parts[0])
    value = String(parts[1])
  }

  var argumentText: String { "\(key)=\(value)" }
}

/// A positive number of items.
struct Limit: ArgumentValue, Hashable {
  let count: Int

  init(argument: String) throws(ValueError) {
    guard let count = Int(argument), count > 0 else {
      throw ValueError("it must be a whole number above 0")
    }
    self.count = count
  }

  var argumentText: String { String(count) }
}

/// The value of `--fixture`.
struct FixtureName: ArgumentValue {
  let fixture: Fixture

  init(argument: String) throws(ValueError) {
    guard let fixture = Fixture(name: argument) else {
      throw ValueError("the fixtures are 'empty', 'full' and 'large:COUNT[:SEED]'")
    }
    self.fixture = fixture
  }

  var argumentText: String { fixture.name }
}
