// Texts that a person types for an item.

import ArgumentParsing

extension String {
  /// Throws where the text cannot be meant as a title.
  func checkAsTitle() throws(ValueError) {
    guard !allSatisfy(\.isWhitespace) else { throw ValueError("it is empty") }
  }

  /// Throws where the text cannot be meant as a name.
  func checkAsName() throws(ValueError) {
    guard let first, let last else { throw ValueError("it is empty") }
    guard !first.isWhitespace, !last.isWhitespace else {
      throw ValueError("it begins or ends with a space")
    }
  }
}
