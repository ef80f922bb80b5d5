import ArgumentParsing
import Storage

/// What the filter's words of a command line ask for.
struct ParsedFilter {
  /// The condition that all words make.
  let filter: ItemFilter
  /// Whether some word asks for a status.
  let asksForStatus: Bool
  /// Whether some word asks when items start.
  let asksForStart: Bool

  /// Reads the words of a positional, or those of them that are the filter.
  ///
  /// The first one may be the name of a view, where these are given.
  init(
    _ key: Argument<[String]>,
    of arguments: ParsedArguments,
    from start: Int = 0,
    views: FilterViews?,
    calendar: LocalCalendar
  ) throws(UsageError) {
    let all = arguments[key]
    var words = Array(all[start...])
    let literalCount = min(arguments.literalCount, words.count)
    let view = literalCount < words.count ? views?.view(named: words.first) : nil
    if let view { words.replaceSubrange(0..<1, with: view.conditions) }
    var parser = FilterParser(words, literalCount: literalCount, calendar: calendar)
    do throws(FilterError) {
      filter = try parser.filter()
      asksForStatus = parser.asksForStatus
      asksForStart = parser.asksForStart
    } catch {
      // How many words there are more than were typed.
      let added = (view?.conditions.count ?? 1) - 1
      if let view, error.index <= added {
        // The setting was checked, but not whether 3/4 is a day here.
        throw arguments.failure(
          "In the view '\(view.name)', '\(error.word)': \(error.reason).",
          excerpt: CommandExcerpt(words: all, index: start)
        )
      }
      let index = start + error.index - added
      let excerpt = CommandExcerpt(words: all, index: index, range: error.range)
      guard !error.word.isEmpty else {
        throw arguments.failure("In the filter, \(error.reason).", excerpt: excerpt)
      }
      throw arguments.invalidValue(error.word, for: key, reason: error.reason, excerpt: excerpt)
    }
  }

  /// The filter, with a further condition unless it asks for a status itself, and then without what waits.
  func narrowed(to condition: ItemFilter, onlyStarted: Bool = false) -> ItemFilter {
    if asksForStatus || condition == .all { return filter }
    let hidden: [ItemFilter] = onlyStarted && !asksForStart ? [.not(.waiting)] : []
    let asked = filter == .all ? [] : [filter]
    return hidden.isEmpty && asked.isEmpty ? condition : .and([condition] + hidden + asked)
  }
}
