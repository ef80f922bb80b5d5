import ArgumentParsing

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
