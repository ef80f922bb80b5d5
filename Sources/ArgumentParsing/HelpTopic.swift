/// A page of help that belongs to no command: `help exit-codes`.
package struct HelpTopic: Sendable {
  /// The word after `help`.
  package let name: String
  /// What the page is about, in one line.
  package let abstract: String
  /// The page: paragraphs between empty lines are wrapped, indented lines kept as they are.
  package var text: String { page() }

  private let page: @Sendable () -> String

  /// Defines a page of help, whose text is made when it is shown.
  package init(
    _ name: String,
    abstract: String,
    text: @escaping @autoclosure @Sendable () -> String
  ) {
    self.name = name
    self.abstract = abstract
    page = text
  }
}
