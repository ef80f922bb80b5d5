import ArgumentParsing
import Storage

/// The positional in which commands take a filter.
enum FilterKey {
  /// What the dash of `-tag` says.
  static let dashMeaning = "not tag:"

  static let words = Argument<[String]>(
    "filter",
    help:
      "Conditions such as list:home, +tag, -tag, due:..friday, priority:medium.., attr.url~example, "
      + "or words to look for; items must meet all of them. 'or', 'not' and parentheses also work.",
    dashedWords: true,
    dashMeaning: dashMeaning,
    completion: .words(.filter)
  )

  /// The filter of the command line; items that are open, unless it asks for a status or for all.
  ///
  /// With `onlyStarted`, of those that are open only what can be done now, unless it asks when items start.
  static func filter(
    _ arguments: ParsedArguments,
    views: FilterViews,
    calendar: LocalCalendar,
    onlyOpen: Bool,
    onlyStarted: Bool = false
  ) throws(UsageError) -> ItemFilter {
    let parsed = try ParsedFilter(words, of: arguments, views: views, calendar: calendar)
    return parsed.narrowed(to: onlyOpen ? .status([.open]) : .all, onlyStarted: onlyStarted)
      .resolved(at: calendar.now, in: calendar.zone)
  }
}
