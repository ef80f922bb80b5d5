// The filter words of commands.

import ArgumentParsing
import Storage

/// The positional in which commands take a filter.
enum FilterKey {
  static let words = Argument<[String]>(
    "filter",
    help:
      "Conditions such as list:home, +tag, -tag, due<friday, priority>=medium, attr.url~example, "
      + "or words to look for; all must hold. 'or', 'not' and parentheses are understood.",
    dashedWords: true,
    completion: .words(.filter)
  )

  /// The filter of the command line; items that are open, unless it asks for a status or for all.
  static func filter(
    _ arguments: ParsedArguments,
    calendar: LocalCalendar,
    onlyOpen: Bool
  ) throws(UsageFailure) -> ItemFilter {
    var parser = FilterParser(
      arguments[words],
      literalCount: arguments.literalCount,
      calendar: calendar
    )
    do throws(FilterProblem) {
      let filter = try parser.filter()
      guard onlyOpen, !parser.asksForStatus else { return filter }
      return filter == .all ? .status([.open]) : .and([.status([.open]), filter])
    } catch {
      guard !error.word.isEmpty else { throw arguments.failure("In the filter, \(error.reason).") }
      throw arguments.invalidValue(error.word, for: words, reason: error.reason)
    }
  }
}
