// Texts that a person types for an item.

package import ArgumentParsing

extension String {
  /// Throws where the text cannot be meant as a title.
  func checkAsTitle() throws(ValueError) {
    guard !allSatisfy(\.isWhitespace) else { throw ValueError("it is empty") }
  }

  /// Throws where the text cannot be meant as a name.
  package func checkAsName() throws(ValueError) {
    guard let first, let last else { throw ValueError("it is empty") }
    guard !first.isWhitespace, !last.isWhitespace else {
      throw ValueError("it begins or ends with a space")
    }
  }

  /// Throws where the text cannot be meant as the name of a list to put items into.
  package func checkAsList() throws(ValueError) {
    try checkAsName()
    // Elsewhere the word takes a value away, and a list so named would look like that.
    guard lowercased() != "none" else {
      throw ValueError("every item is in a list; that of items without another is 'inbox'")
    }
  }
}
