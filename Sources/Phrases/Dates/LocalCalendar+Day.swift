// Days of the local zone as ISO 8601 writes them.

package import Storage

extension LocalCalendar {
  /// The day that the clock shows at a moment: `2026-12-24`.
  package func dayText(of date: Date) -> String {
    let time = calendarTime(of: date)
    return "\(digits(time.year, 4))-\(digits(time.month, 2))-\(digits(time.day, 2))"
  }

  /// A day, or the day and the time of a moment as somebody types them: `2026-12-24 17:00`, to the second.
  package func typedText(of value: DayOrInstant, separator: String = " ") -> String {
    switch value {
    case .day(let day): return day.description
    case .instant(let date):
      let time = calendarTime(of: date)
      let seconds = time.second == 0 ? "" : ":\(digits(time.second, 2))"
      return
        "\(dayText(of: date))\(separator)\(digits(time.hour, 2)):\(digits(time.minute, 2))\(seconds)"
    }
  }

  /// Whether a day or a moment is behind us.
  package func isOver(_ value: DayOrInstant) -> Bool { value.isPast(at: now, in: zone) }

  /// The first moment of a day; nil for a text that is none.
  package func day(_ text: String) -> Date? {
    guard text.utf8.count == 10, let instant = try? ISO8601.parse(text), instant.isDateOnly else {
      return nil
    }
    return moment(showing: instant)
  }

  /// The moment of a text as ISO 8601 has it; without a zone, as the local clock shows it.
  package func moment(_ text: String) throws(ISO8601.ParseError) -> Date {
    let hasZone = ISO8601.hasZone(text)
    let instant = try ISO8601.parse(hasZone || text.utf8.count <= 10 ? text : text + "Z")
    let local = hasZone ? nil : moment(showing: instant)
    return local ?? Date(millisecondsSince1970: instant.milliseconds)
  }

  /// The moment at which the local clock shows what the clock of UTC shows at an instant.
  func moment(showing instant: ISO8601.Instant) -> Date? {
    let date = Date(millisecondsSince1970: instant.milliseconds)
    let reading = LocalCalendar(zone: .fixed(secondsFromGMT: 0), now: date).today
    // A reading is the whole second before, also before 1970.
    let rest = instant.milliseconds % 1_000
    return self.date(of: reading).map {
      $0.adding(seconds: Double(rest < 0 ? rest + 1_000 : rest) / 1_000)
    }
  }
}

extension ISO8601 {
  /// Whether the text of a date and a time ends with a zone.
  static func hasZone(_ text: String) -> Bool {
    text.hasSuffix("Z") || text.hasSuffix("z")
      || text.utf8.dropFirst(11).contains { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") }
  }
}
