package import ArgumentParsing
import CommandKit
package import Storage

/// What the filter's words of a command line ask for.
package struct ParsedFilter {
  /// The condition that all words make.
  package let filter: ItemFilter
  /// Whether some word asks for a status.
  let asksForStatus: Bool
  /// Whether some word asks when items start.
  let asksForStart: Bool

  /// The words that were read as dates, where no condition names its field.
  package let dates: [String]
  /// What to tell a person of words that could be meant otherwise.
  package let hints: [String]

  /// Reads the words of a positional, or those of them that are the filter.
  ///
  /// Names of views and words for days have their meaning where views are given.
  package init(
    _ key: Argument<[String]>,
    of arguments: ParsedArguments,
    from start: Int = 0,
    until end: Int? = nil,
    views: FilterViews?,
    calendar: LocalCalendar
  ) throws(UsageError) {
    let all = arguments[key]
    let words = Array(all[start..<(end ?? all.count)])
    var parser = FilterParser(
      words,
      literalCount: end == nil ? min(arguments.literalCount, words.count) : 0,
      views: views,
      calendar: calendar
    )
    do throws(FilterError) {
      filter = try parser.filter()
    } catch {
      throw arguments.failure(
        "In the filter, \(error.reason)\(error.reason.hasSuffix("?") ? "" : ".")",
        excerpt: CommandExcerpt(words: all, index: start + error.index, range: error.range)
      )
    }
    asksForStatus = parser.asksForStatus
    asksForStart = parser.asksForStart
    dates = parser.dates
    let doubtful = parser.datesAsText.map {
      "'\($0.visible)' was looked for as a word; 'due:\($0.visible)' means the date."
    }
    hints = doubtful + parser.wrongDates.map { "\($0.visible), so it was looked for as a word." }
  }

  /// The filter at that time, narrowed to open items and to what can be done now.
  package func filter(onlyOpen: Bool, onlyStarted: Bool, _ calendar: LocalCalendar) -> ItemFilter {
    narrowed(to: onlyOpen ? .status([.open]) : .all, onlyStarted: onlyStarted)
      .resolved(at: calendar.now, in: calendar.zone)
  }

  /// The filter, with a further condition unless it asks for a status itself, and then without what waits.
  package func narrowed(to condition: ItemFilter, onlyStarted: Bool = false) -> ItemFilter {
    if asksForStatus || condition == .all { return filter }
    let hidden: [ItemFilter] = onlyStarted && !asksForStart ? [.not(.waiting)] : []
    let asked = filter == .all ? [] : [filter]
    return hidden.isEmpty && asked.isEmpty ? condition : .and([condition] + hidden + asked)
  }
}
