package import ArgumentParsing
package import Storage

extension ItemID: ArgumentValue {
  package init(argument: String) throws(ValueError) {
    guard let id = ItemID(argument) else {
      throw ValueError("an id has 32 hexadecimal digits in groups of 8-4-4-4-12")
    }
    self = id
  }

  package var argumentText: String { description }
}
