// From when on the rule of a phrase is counted.

package import Storage

extension RepeatPhrase {
  /// The rule counted from what an item is due, else from its start, else from today.
  ///
  /// A time of day is one of the calendar's zone. The days from start to due stay what they are.
  ///
  /// Throws ``StorageError/Code/invalidItem`` for a rule that never happens from there on.
  package func counted(from item: Item, _ calendar: LocalCalendar) throws(StorageError) -> Repeat {
    let zone = calendar.zone
    var anchor: NominalDate
    var clock: String?
    switch item.due ?? item.start {
    case .instant(let date)?:
      let name = zone.nameForOthers(at: date)
      // The clock of the rule's zone is the one that counts, also where it comes only near to that here.
      let reading = (LocalZone(named: name) ?? zone)
        .reading(atMilliseconds: date.millisecondsSince1970)
      anchor = NominalDate(
        try RepeatPhrase.existing(reading.day),
        millisecondOfDay: reading.millisecondOfDay
      )
      clock = name
    case .day(let day)?: anchor = NominalDate(try RepeatPhrase.existing(day.daysSince1970))
    case nil:
      anchor = NominalDate(try RepeatPhrase.existing(zone.day(of: calendar.now).daysSince1970))
    }
    var lead: Int?
    if let due = item.due, let start = item.start {
      lead = due.day(in: zone).daysSince1970 - start.day(in: zone).daysSince1970
    }
    do throws(RepeatError) {
      return try Repeat(
        rule,
        from: anchor,
        zone: clock,
        origin: origin,
        lead: lead,
        excluding: excluded
      )
    } catch {
      throw StorageError(
        .invalidItem,
        "The rule by which the item repeats is invalid: \(error.message)."
      )
    }
  }
}

extension RepeatPhrase {
  /// A day of the years 1 to 9999; a moment of these may be on another day in its zone.
  private static func existing(_ day: Int) throws(StorageError) -> CivilDate {
    guard CalendarDay.storedDays.contains(day) else {
      throw StorageError(
        .invalidItem,
        "The rule by which the item repeats is invalid: its first date lies outside the years 1 to 9999."
      )
    }
    return CivilDate(daysSince1970: day)
  }
}

extension LocalZone {
  /// A name by which other devices know the zone.
  ///
  /// A zone that the system has no file of, such as one that the variable TZ describes, is known by its hours from UTC.
  fileprivate func nameForOthers(at date: Date) -> String {
    if let name = fileName, LocalZone(named: name) != nil { return name }
    let hours = distance(at: Int(date.millisecondsSince1970 / 1_000)) / 3_600
    // The signs of these names are those of POSIX: west is positive.
    return hours == 0 ? "Etc/UTC" : "Etc/GMT\(hours > 0 ? "-" : "+")\(abs(hours))"
  }

  /// The name of the zone's file, of which TZ may hold the whole path, and may begin with a colon.
  ///
  /// `localtime` is another zone on every device, and so is no name; `posix` has the same zones once more.
  private var fileName: String? {
    let parts = identifier.drop { $0 == ":" }.split(separator: "/")
    let behindFolder =
      identifier.contains("/zoneinfo/") ? parts.drop { $0 != "zoneinfo" }.dropFirst() : parts[...]
    let isCopy = behindFolder.first == "posix"
    let name = behindFolder.dropFirst(isCopy ? 1 : 0).joined(separator: "/")
    return name == "localtime" ? nil : name
  }
}
