import ArgumentParsing

/// A list as it is typed.
struct ListName: ArgumentValue, Hashable {
  let name: String

  init(argument: String) throws(ValueError) {
    try argument.checkAsName()
    name = argument
  }

  var argumentText: String { name }
}

extension String {
  /// Throws where the text cannot be meant as a name.
  func checkAsName() throws(ValueError) {
    guard let first, let last else { throw ValueError("it is empty") }
    guard !first.isWhitespace, !last.isWhitespace else {
      throw ValueError("it begins or ends with a space")
    }
  }
}
