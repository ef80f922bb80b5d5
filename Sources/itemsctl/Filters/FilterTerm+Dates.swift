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
    case .equal: return condition(DateRange(from: phrase.start, until: phrase.end))
    case .notEqual: return .not(condition(DateRange(from: phrase.start, until: phrase.end)))
    case .below: return condition(.before(phrase.start))
    case .atMost: return condition(.before(phrase.end))
    case .above: return condition(.from(phrase.end))
    case .atLeast: return condition(.from(phrase.start))
    case nil: throw incomparable
    }
  }

  /// `A..B`, from A's first moment to B's last; either side may be left out.
  private func range(_ part: Part, _ calendar: LocalCalendar) throws(FilterTermError) -> DateRange?
  {
    let pieces = part.text.splitAtFirstRange
    guard let (first, last) = pieces, !first.isEmpty || !last.isEmpty else { return nil }
    var range = DateRange()
    if !first.isEmpty {
      range.from = try phrase(first, at: part.range.lowerBound, calendar).start
    }
    if !last.isEmpty {
      let start = part.range.lowerBound + first.count + 2
      range.until = try phrase(last, at: start, calendar).end
    }
    if let from = range.from, let until = range.until, from >= until {
      throw FilterTermError(reason: "the range ends before it begins", range: part.range)
    }
    return range
  }

  private func phrase(
    _ text: String,
    at start: Int,
    _ calendar: LocalCalendar
  ) throws(FilterTermError) -> DatePhrase {
    do throws(DatePhraseError) {
      return try DatePhrase(text, calendar: calendar)
    } catch {
      let place = error.range ?? 0..<text.count
      throw FilterTermError(
        reason: error.message,
        range: start + place.lowerBound..<start + place.upperBound
      )
    }
  }
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
