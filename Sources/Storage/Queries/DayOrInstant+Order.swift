// The order of days and instants in a zone: by their first moments, a day before an instant.

extension DayOrInstant {
  /// A number by which days and instants are in order where a zone's clocks hold.
  ///
  /// The first moment in milliseconds, and in the lowest eight bits what tells values of one moment
  /// apart: a day comes before an instant, and of days that begin at one moment, since the zone
  /// leaps over some, the earlier one comes first.
  package func order(in zone: LocalZone) -> Int64 {
    switch self {
    case .instant(let date): return date.clampedMilliseconds << 8 | 0xff
    case .day(let day):
      let start = zone.milliseconds(ofStart: day.daysSince1970)
      let leapt = zone.day(atMilliseconds: start) - day.daysSince1970
      return start << 8 | Int64(0xfe - max(0, min(leapt, 0xfe)))
    }
  }

  /// The value with that number.
  init(order: Int64, in zone: LocalZone) {
    let milliseconds = order >> 8
    let rest = Int(order & 0xff)
    if rest == 0xff {
      self = .instant(Timestamp(millisecondsSince1970: milliseconds))
    } else {
      let day = zone.day(atMilliseconds: milliseconds) - (0xfe - rest)
      self = .day(CalendarDay(daysSince1970: day))
    }
  }
}

extension LocalZone {
  /// The first day that begins after a moment in milliseconds since 1970.
  func firstDay(beginningAfter milliseconds: Int64) -> CalendarDay {
    // Clocks may show a day, go back, and show it again: its first moment is then behind already.
    var day = day(atMilliseconds: milliseconds) - 1
    while self.milliseconds(ofStart: day) <= milliseconds { day += 1 }
    return CalendarDay(daysSince1970: day)
  }
}
