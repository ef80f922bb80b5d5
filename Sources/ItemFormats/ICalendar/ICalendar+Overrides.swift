// Single dates of a task that repeats, for which other tasks stand.

import Storage

extension ICalendar {
  /// The items that may stand for the days that the rule of an item leaves out; see ``id(ofUID:_:)``.
  ///
  /// Such an item has the UID of the task and a date of it, which programs write by the clock of the rule's zone, or by
  /// that of UTC.
  func possibleOverrides(of item: Item) -> [(day: CalendarDay, ids: [ItemID])] {
    guard item.repeat?.excluded.isEmpty == false, let plan = plan(of: item) else { return [] }
    let (uid, zone) = (uid(of: item), zone(of: item)?.zone)
    return plan.exceptions.map { day, date in
      let texts = Set([zone, nil].map { ICalendarTime.text(of: date, in: $0) })
      return (day, texts.map { ICalendar.id(ofUID: uid, $0) })
    }
  }
}
