// What a filter's dates ask for: days, moments, and ranges of them.

import Storage

extension FilterTerm {
  /// The condition on the date that the key names.
  func date(_ field: ItemPart, _ calendar: LocalCalendar) throws(FilterTermError) -> ItemFilter {
    func condition(_ range: DateRange) -> ItemFilter { .field(field, .within(range)) }
    let part = try only()
    if let range = try range(part, calendar) { return try equality(condition(range)) }
    let phrase = try phrase(part.text, at: part.range.lowerBound, calendar)
    switch ordering {
    case .equal: return condition(DateRange(from: phrase.from, until: phrase.until))
    case .notEqual: return .not(condition(DateRange(from: phrase.from, until: phrase.until)))
    case .below: return condition(DateRange(until: phrase.from))
    case .atMost: return condition(DateRange(until: phrase.until))
    case .above: return condition(DateRange(from: phrase.until))
    case .atLeast: return condition(DateRange(from: phrase.from))
    case nil: throw incomparable
    }
  }

  /// `A..B`, from A's first moment to B's last; either side may be left out.
  private func range(_ part: Part, _ calendar: LocalCalendar) throws(FilterTermError) -> DateRange?
  {
    let pieces = part.text.splitAtFirstRange
    guard let (first, last) = pieces, !first.isEmpty || !last.isEmpty else { return nil }
    var from: DatePhrase?
    var until: DatePhrase?
    if !first.isEmpty { from = try phrase(first, at: part.range.lowerBound, calendar) }
    if !last.isEmpty {
      let start = part.range.lowerBound + first.count + 2
      until = try phrase(last, at: start, calendar)
    }
    if let from, let until, from.start >= until.end {
      throw FilterTermError(reason: "the range ends before it begins", range: part.range)
    }
    return DateRange(from: from?.from, until: until?.until)
  }

  private func phrase(
    _ text: String,
    at start: Int,
    _ calendar: LocalCalendar
  ) throws(FilterTermError) -> DatePhrase {
    do throws(DatePhraseError) {
      return try DatePhrase(FilterDateWords.value(of: text), calendar: calendar)
    } catch {
      let place = error.range ?? 0..<text.count
      throw FilterTermError(
        reason: error.message,
        range: start + place.lowerBound..<start + place.upperBound
      )
    }
  }
}

extension DatePhrase {
  /// The first day, or the moment.
  fileprivate var from: DateRange.Bound { days.map { .day($0.lowerBound) } ?? .instant(start) }

  /// The day after the last; behind a moment, the next one, and for days the day after its own.
  ///
  /// A day is so never within the moments of it, but on one side or the other of them.
  fileprivate var until: DateRange.Bound { days.map { .day($0.upperBound) } ?? .instant(end) }
}

extension String {
  /// What stands in front of the first `..`, and behind it.
  fileprivate var splitAtFirstRange: (String, String)? {
    var rest = self[...]
    while let dot = rest.firstIndex(of: ".") {
      rest = rest[index(after: dot)...]
      if rest.first == "." { return (String(self[..<dot]), String(rest.dropFirst())) }
    }
    return nil
  }
}
