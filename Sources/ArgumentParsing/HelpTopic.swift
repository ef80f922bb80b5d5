/// A page of help that belongs to no command: `help exit-codes`.
package struct HelpTopic: Sendable {
  /// The word after `help`.
  package let name: String
  /// Words of people for it: they do not show the page, but lead to it as a suggestion.
  package let synonyms: [String]
  /// What the page is about, in one line.
  package let abstract: String
  /// The page: paragraphs between empty lines are wrapped, indented lines kept as they are.
  package var text: String { page() }

  private let page: @Sendable () -> String

  /// Defines a page of help, whose text is made when it is shown.
  package init(
    _ name: String,
    synonyms: [String] = [],
    abstract: String,
    text: @escaping @autoclosure @Sendable () -> String
  ) {
    self.name = name
    self.synonyms = synonyms
    self.abstract = abstract
    page = text
  }
}
