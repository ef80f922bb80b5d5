// From when on the rule of a phrase is counted.

import Storage

extension RepeatPhrase {
  /// The rule counted from what an item is due, else from its start, else from today.
  ///
  /// A time of day is one of the calendar's zone. The days from start to due stay what they are.
  ///
  /// Throws ``StorageError/Code/invalidItem`` for a rule that never happens from there on.
  func counted(from item: Item, _ calendar: LocalCalendar) throws(StorageError) -> Repeat {
    let zone = calendar.zone
    var anchor: NominalDate
    var clock: String?
    switch item.due ?? item.start {
    case .instant(let date)?:
      let reading = zone.reading(atMilliseconds: date.millisecondsSince1970)
      anchor = NominalDate(
        CivilDate(daysSince1970: reading.day),
        millisecondOfDay: reading.millisecondOfDay
      )
      clock = zone.nameForOthers(at: date)
    case .day(let day)?: anchor = NominalDate(CivilDate(daysSince1970: day.daysSince1970))
    case nil:
      anchor = NominalDate(CivilDate(daysSince1970: zone.day(of: calendar.now).daysSince1970))
    }
    var lead: Int?
    if let due = item.due, let start = item.start {
      lead = due.day(in: zone).daysSince1970 - start.day(in: zone).daysSince1970
    }
    do throws(RepeatError) {
      return try Repeat(rule, from: anchor, zone: clock, origin: origin, lead: lead)
    } catch {
      throw StorageError(.invalidItem, "How the item comes again is refused: \(error.message).")
    }
  }
}

extension LocalZone {
  /// A name by which other devices know the zone.
  ///
  /// A zone that the system has no file of, such as one that the variable TZ describes, is known by its hours from UTC.
  fileprivate func nameForOthers(at date: Date) -> String {
    if LocalZone(named: identifier) != nil { return identifier }
    let hours = distance(at: Int(date.millisecondsSince1970 / 1_000)) / 3_600
    // The signs of these names are those of POSIX: west is positive.
    return hours == 0 ? "Etc/UTC" : "Etc/GMT\(hours > 0 ? "-" : "+")\(abs(hours))"
  }
}
