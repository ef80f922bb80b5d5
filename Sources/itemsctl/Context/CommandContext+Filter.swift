import ArgumentParsing
import CommandKit
import Phrases
import Storage

extension CommandContext {
  /// The filter of the command line, as ``FilterKey/filter(_:views:calendar:onlyOpen:onlyStarted:)`` reads it.
  ///
  /// Tells a person of words that were looked for and could be dates.
  func filter(onlyOpen: Bool, onlyStarted: Bool = false) throws -> ItemFilter {
    let parsed = try parsedFilter()
    for hint in parsed.hints { try output.hint(hint) }
    return parsed.filter(onlyOpen: onlyOpen, onlyStarted: onlyStarted, world.calendar)
  }

  /// What the filter's words ask for, before it is narrowed.
  func parsedFilter() throws(UsageError) -> ParsedFilter {
    try ParsedFilter(
      FilterKey.words,
      of: arguments,
      views: settings.views,
      calendar: world.calendar
    )
  }
}
