import ArgumentParsing
import Storage

/// The positional in which commands take a filter.
enum FilterKey {
  /// What the dash of `-tag` says.
  static let dashMeaning = "not tag:"

  static let words = Argument<[String]>(
    "filter",
    help:
      "Conditions such as list:home, +tag, -tag, due<friday, priority>=medium, attr.url~example, "
      + "or words to look for; all must hold. 'or', 'not' and parentheses are understood.",
    dashedWords: true,
    dashMeaning: dashMeaning,
    completion: .words(.filter)
  )

  /// The filter of the command line; items that are open, unless it asks for a status or for all.
  static func filter(
    _ arguments: ParsedArguments,
    calendar: LocalCalendar,
    onlyOpen: Bool
  ) throws(UsageError) -> ItemFilter {
    try ParsedFilter(words, of: arguments, calendar: calendar)
      .narrowed(to: onlyOpen ? .status([.open]) : .all)
  }
}
