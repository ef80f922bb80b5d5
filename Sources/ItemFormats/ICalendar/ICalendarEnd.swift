import Phrases
import Storage

/// The end of a rule, `UNTIL`, between a task and an item.
///
/// In a task, `UNTIL` belongs to the dates of `DTSTART`, and of a task with a time it is a moment of UTC:
/// <https://www.rfc-editor.org/rfc/rfc5545#section-3.3.10>. An item's rule has the day on which it is due for the last time.
struct ICalendarEnd {
  /// The time that the task's dates are counted from: `DTSTART`, else `DUE`.
  private let anchor: DayOrInstant
  /// The days from there to the day on which it is due.
  private let lead: Int
  private let zone: LocalZone

  /// Nil for a task without a time, whose end means nothing.
  init?(start: DayOrInstant?, due: DayOrInstant?, zone: LocalZone) {
    guard let anchor = start ?? due else { return nil }
    self.anchor = anchor
    self.zone = zone
    lead = ICalendarEnd.day(of: due ?? anchor, zone) - ICalendarEnd.day(of: anchor, zone)
  }

  /// The last day on which a task is due, by the value of `UNTIL`.
  ///
  /// Some programs write a moment for whole days, too: the beginning or the end of the day in UTC or in their zone.
  func day(of end: ICalendarTime, local: LocalZone) -> String {
    var day = end.date.calendarDay.daysSince1970
    if case .instant(let moment) = end.value(in: zone) {
      switch anchor {
      case .instant(let date):
        let last = zone.reading(atMilliseconds: moment.millisecondsSince1970)
        let clock = zone.reading(atMilliseconds: date.millisecondsSince1970).millisecondOfDay
        day = last.day - (clock > last.millisecondOfDay ? 1 : 0)
      case .day:
        let clock = end.date.millisecondOfDay
        let isWholeDay = clock == 0 || clock == ICalendarEnd.lastSecond
        if end.isUTC, !isWholeDay { day = local.day(of: moment).daysSince1970 }
      }
    }
    return ICalendarEnd.text(ofDay: day + lead)
  }

  /// The value of `UNTIL` for the last day on which an item is due.
  func value(of end: ICalendarTime) -> String? {
    let day = end.date.calendarDay.daysSince1970 - lead
    guard case .instant(let date) = anchor else { return ICalendarEnd.text(ofDay: day) }
    let clock = zone.reading(atMilliseconds: date.millisecondsSince1970).millisecondOfDay
    guard CalendarDay.storedDays.contains(day) else { return nil }
    let last = NominalDate(CivilDate(daysSince1970: day), millisecondOfDay: clock)
    return ICalendarTime.text(of: Date(millisecondsSince1970: last.milliseconds(in: zone)))
  }

  /// A rule with another value of `UNTIL`, unless it has none that is a time, or there is no other.
  static func replacing(in rule: String, _ value: (ICalendarTime) -> String?) -> String {
    rule.split(separator: ";", omittingEmptySubsequences: false).map { part in
      guard part.hasPrefix("UNTIL="), let end = ICalendarTime(part.dropFirst(6)),
        let other = value(end)
      else { return String(part) }
      return "UNTIL=\(other)"
    }.joined(separator: ";")
  }

  private static let lastSecond = 86_399_000

  private static func day(of time: DayOrInstant, _ zone: LocalZone) -> Int {
    switch time {
    case .day(let day): day.daysSince1970
    case .instant(let date): zone.reading(atMilliseconds: date.millisecondsSince1970).day
    }
  }

  /// A day as text; one beyond the days that there are is the last of them, which is for ever.
  private static func text(ofDay day: Int) -> String {
    let days = CalendarDay.storedDays
    return ICalendarTime.text(
      of: CalendarDay(daysSince1970: min(max(day, days.lowerBound), days.upperBound))
    )
  }
}
