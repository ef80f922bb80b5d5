// From nominal dates to days and moments, and back.

extension Repeat {
  /// The zone whose clock counts; nil for whole days, and for a zone that this system does not know.
  package var clock: LocalZone? { zone.flatMap { LocalZone(named: $0) } }

  /// The nominal date that a day or a moment stands for.
  ///
  /// Nil for a day where the rule has a time, and the other way around: the person chose another form.
  func nominalDate(of milliseconds: Int64?, day: Int?) -> NominalDate? {
    if let day {
      guard !anchor.hasTime, CalendarDay.storedDays.contains(day) else { return nil }
      return NominalDate(CivilDate(daysSince1970: day))
    }
    guard let milliseconds, anchor.hasTime,
      let reading = clock?.reading(atMilliseconds: milliseconds),
      CalendarDay.storedDays.contains(reading.day)
    else { return nil }
    return NominalDate(
      CivilDate(daysSince1970: reading.day),
      millisecondOfDay: reading.millisecondOfDay
    )
  }
}

extension NominalDate {
  /// The moment at which the clock of a zone shows the date, in milliseconds since 1970; of a whole day its midnight.
  package func milliseconds(in zone: LocalZone) -> Int64 {
    zone.milliseconds(ofDay: day.daysSince1970, millisecondOfDay: millisecondOfDay ?? 0)
  }
}
