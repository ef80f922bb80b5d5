import ArgumentParsing

/// A positive number of items.
package struct Limit: ArgumentValue, Hashable {
  package let count: Int

  init(argument: String) throws(ValueError) {
    guard let count = Int(argument), count > 0 else {
      throw ValueError("it must be a whole number above 0")
    }
    self.count = count
  }

  var argumentText: String { String(count) }
}
