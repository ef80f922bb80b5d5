// What the setting `view.NAME` holds: the words behind `itemsctl list`, as somebody would type them.
//
// value = { blank } [ word { blank { blank } word } ] { blank }
// word  = { plain | "'" { character } "'" | '"' { character | "\" character } '"' }
//
// As in a shell, but without variables and patterns; a backslash outside of quotes stands for itself.

package import ArgumentParsing
package import CommandKit
import Storage

/// A view of the settings: a filter, and how `list` shows what fits.
package struct SavedView: Sendable {
  /// The filter's words; none where every item fits.
  let conditions: [String]
  private let arguments: ParsedArguments

  /// Reads the value of a setting, or says why it is none, without a full stop.
  package init(_ text: String) throws(ValueError) {
    let words = try SavedView.words(of: text)
    guard !words.contains("--") else {
      throw ValueError("'--' has no meaning in a view; 'text:…' looks for a word as it is")
    }
    switch SavedView.program.parse(words) {
    case .failure(let error): throw ValueError(error.reason.message.unended)
    case .help, .version: throw ValueError("it must be a filter, and options of 'list'")
    case .run(_, let arguments): self.arguments = arguments
    }
    conditions = arguments[FilterKey.words]
    // Which other views there will be, only their use shows.
    try SavedView.check(conditions, .anyName)
  }

  /// Throws where a view of this name and text would name one that is not there, or would contain itself.
  package static func check(_ text: String, named name: String, among views: FilterViews)
    throws(ValueError)
  {
    let own = views.own
    try check([name], FilterViews { $0 == name ? text : own($0) })
  }

  private static func check(_ words: [String], _ views: FilterViews) throws(ValueError) {
    var parser = FilterParser(words, views: views, calendar: someday)
    do throws(FilterError) {
      _ = try parser.filter()
    } catch {
      throw ValueError(error.word.isEmpty ? error.reason : "'\(error.word)': \(error.reason)")
    }
  }

  /// True if a filter takes the word for days, as 'friday'.
  package static func isDate(_ word: String) -> Bool {
    switch FilterDateWords.reading(of: word, someday) {
    case .date: true
    case .doubtful, .wrongDate, .text: false
    }
  }

  /// A command line that has the view in its filter, with the view's options where it has none itself.
  func completing(_ arguments: ParsedArguments) -> ParsedArguments {
    arguments.completed(by: self.arguments)
  }

  /// Any day, in which 3/4 means something: whether words are a filter depends on none.
  private static let someday = LocalCalendar(
    zone: .utc,
    now: Date(millisecondsSince1970: 0),
    dateOrder: .monthDay
  )

  /// The words behind `itemsctl list`, understood as far as a view may have them.
  package static func arguments(of words: [String]) throws(CommandError) -> ParsedArguments {
    switch program.parse(words) {
    case .run(_, let arguments): return arguments
    case .failure(let error): throw CommandError(.usage, error.reason.message)
    case .help, .version: throw CommandError(.usage, "It must be a filter, and options of 'list'.")
    }
  }

  /// What a view may say.
  private static let program = Program(
    root: Command(
      "list",
      abstract: "What a view can contain.",
      arguments: [FilterKey.words],
      options: [ListOptions.sort, ListOptions.limit, ListOptions.tree, ListOptions.all],
      action: ()
    )
  )

  /// A text that has these words, quoted where they need it.
  package static func text(of words: [String]) -> String {
    words.map { word in
      let isPlain = !word.isEmpty && !word.contains { $0.isWhitespace || $0 == "\"" || $0 == "'" }
      return isPlain ? word : word.contains("'") ? QuotedText.quoting(word) : "'\(word)'"
    }
    .joined(separator: " ")
  }

  /// The words of a text, as a shell would take them.
  package static func words(of text: String) throws(ValueError) -> [String] {
    var words: [String] = []
    var word: String?
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      switch scalar {
      case "\"":
        guard let quoted = QuotedText("\"" + Substring(rest)) else {
          throw ValueError("its closing '\"' is missing")
        }
        word = (word ?? "") + quoted.text
        rest = quoted.rest.unicodeScalars
      case "'":
        guard let end = rest.firstIndex(of: "'") else {
          throw ValueError("its closing \"'\" is missing")
        }
        word = (word ?? "") + String(rest[..<end])
        rest = rest[rest.index(after: end)...]
      case _ where scalar.properties.isWhitespace:
        if let whole = word { words.append(whole) }
        word = nil
      default:
        word = (word ?? "") + String(scalar)
      }
    }
    return word.map { words + [$0] } ?? words
  }
}
