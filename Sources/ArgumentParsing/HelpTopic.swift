/// A page of help that belongs to no command: `help exit-codes`.
package struct HelpTopic: Sendable {
  /// The word after `help`.
  package let name: String
  /// What the page is about, in one line.
  package let abstract: String
  /// The page: paragraphs between empty lines are wrapped, indented lines kept as they are.
  package let text: String

  /// Defines a page of help.
  package init(_ name: String, abstract: String, text: String) {
    self.name = name
    self.abstract = abstract
    self.text = text
  }
}
