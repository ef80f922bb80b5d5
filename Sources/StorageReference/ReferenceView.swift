package import Storage

/// Where and when a query is asked, and what that makes of its conditions on days and times.
package struct ReferenceView {
  let now: Date
  let zone: LocalZone
  /// The live items, among which an item has its place.
  let items: [Item]

  package init(now: Date, zone: LocalZone, items: [Item]) {
    (self.now, self.zone, self.items) = (now, zone, items)
  }

  /// Whether a value is within a range, one end after the other.
  func isIn(_ range: DateRange, _ value: DayOrInstant) -> Bool {
    if let from = range.from, isBefore(value, from) { return false }
    if let until = range.until, !isBefore(value, until) { return false }
    return true
  }

  private func isBefore(_ value: DayOrInstant, _ bound: DateRange.Bound) -> Bool {
    switch bound {
    case .instant(let date): isBefore(value, date)
    case .now: isBefore(value, now)
    case .day(let day): isBefore(value, day)
    case .today(let days): isBefore(value, zone.day(of: now).adding(days: days))
    case .afterNow: !isAfter(value, .instant(now))
    case .edge: preconditionFailure("an edge is not drawn")
    }
  }

  /// With an instant, a day is compared by the date of that.
  private func isBefore(_ value: DayOrInstant, _ date: Date) -> Bool {
    switch value {
    case .day(let day): day < zone.day(of: date)
    case .instant(let moment): milliseconds(moment) < milliseconds(date)
    }
  }

  /// With a day, an instant is compared by the first moment of that.
  private func isBefore(_ value: DayOrInstant, _ day: CalendarDay) -> Bool {
    switch value {
    case .day(let other): other < day
    case .instant(let moment): milliseconds(moment) < milliseconds(zone.start(of: day))
    }
  }

  private func isBefore(_ value: DayOrInstant, _ bound: DayOrInstant) -> Bool {
    switch bound {
    case .day(let day): isBefore(value, day)
    case .instant(let date): isBefore(value, date)
    }
  }

  private func isAfter(_ value: DayOrInstant, _ bound: DayOrInstant) -> Bool {
    switch (value, bound) {
    case (_, .day(let day)): !isBefore(value, day.adding(days: 1))
    case (.day(let day), .instant(let date)): day > zone.day(of: date)
    case (.instant(let moment), .instant(let date)): milliseconds(moment) > milliseconds(date)
    }
  }

  func holds(_ match: ItemFilter.FieldMatch, _ value: DayOrInstant?) -> Bool {
    switch match {
    case .exists(let isThere): return (value != nil) == isThere
    case .within(let range): return value.map { isIn(range, $0) } ?? false
    case .contains: preconditionFailure("days and times have no texts")
    case .oneOf(let wanted): return wanted.contains { DayOrInstant(jsonForm: $0) == value }
    case .compared(let comparison, let json):
      guard let value, let bound = DayOrInstant(jsonForm: json) else { return false }
      return switch comparison {
      case .equal: value == bound
      case .notEqual: value != bound
      case .below: isBefore(value, bound)
      case .atLeast: !isBefore(value, bound)
      case .above: isAfter(value, bound)
      case .atMost: !isAfter(value, bound)
      }
    }
  }

  /// The place in the order: the first moment, then days before instants, then the earlier day.
  func place(of value: DayOrInstant) -> ItemCursor.Value {
    let start = value.start(in: zone)
    let rest =
      switch value {
      case .instant: 1_000
      case .day(let day): 500 + day.daysSince1970 - zone.day(of: start).daysSince1970
      }
    return .integer(milliseconds(start) * 1_024 + Int64(rest))
  }

  private func milliseconds(_ date: Date) -> Int64 { ReferenceRules.milliseconds(date) }
}
