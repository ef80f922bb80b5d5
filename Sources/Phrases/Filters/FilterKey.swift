package import ArgumentParsing
package import Storage

/// The positional in which commands take a filter.
package enum FilterKey {
  /// How to write a tag of one letter, which `-t` would not mean.
  package static let dashAdvice = { @Sendable (letter: String) in
    "For the tag '\(letter)', write 'not tag:\(letter)'"
  }

  /// When a word behind a dash is an option, for pages of help.
  package static let dashRule =
    "A single letter behind a dash, as in '-n' or '-n=5', is an option or an error. A longer word, as in '-shop', is a tag, "
    + "unless all its letters are options and the value is valid, as in '-n5'."

  package static let words = Argument<[String]>(
    "filter",
    help:
      "Conditions such as list:home, +tag, -tag, due:..friday, priority:medium.., attr.url~example, "
      + "views and dates such as today or friday, or words to look for; items must meet all of them. 'or', 'not' and "
      + "parentheses also work.",
    dashedWords: dashAdvice,
    completion: .words(.filter)
  )

  /// The filter of the command line; items that are open, unless it asks for a status or for all.
  ///
  /// With `onlyStarted`, of those that are open only what can be done now, unless it asks when items start.
  package static func filter(
    _ arguments: ParsedArguments,
    views: FilterViews,
    calendar: LocalCalendar,
    onlyOpen: Bool,
    onlyStarted: Bool = false
  ) throws(UsageError) -> ItemFilter {
    try ParsedFilter(words, of: arguments, views: views, calendar: calendar)
      .filter(onlyOpen: onlyOpen, onlyStarted: onlyStarted, calendar)
  }
}
