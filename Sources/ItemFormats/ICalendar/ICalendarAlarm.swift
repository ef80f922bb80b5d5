import CommandKit
import Phrases
import Storage

/// An alarm that has a moment of its own, and moves as the date of its task does.
///
/// The kept text of such an alarm has one line more, the date that the task had beside it. So the alarm is right
/// wherever the task was moved, by whatever program, as it follows from the item alone.
/// Other alarms have a distance from the date, and need nothing.
struct ICalendarAlarm {
  private var lines: [ContentLine]
  private let trigger: Int
  private let time: ICalendarTime

  /// The line that keeps the date, a day or a moment of UTC; it does not change once shipped.
  private static let dateName = "X-ITEMSCTL-DATE"

  /// Nil for a component that is no alarm, and for an alarm without a moment of its own.
  init?(_ text: String) {
    let all = text.split(separator: "\n").compactMap { ContentLine($0.utf8) }
    guard all.first?.value.trimmed.uppercased() == "VALARM",
      let trigger = all.firstIndex(where: { $0.name == "TRIGGER" }),
      let time = ICalendarTime(all[trigger].value.trimmed), time.date.hasTime
    else { return nil }
    (lines, self.trigger, self.time) = (all, trigger, time)
  }

  var text: String { lines.map(\.text).joined(separator: "\n") }

  /// The alarm with the date of its task.
  func dated(_ date: DayOrInstant) -> ICalendarAlarm {
    var alarm = self
    alarm.lines.removeAll { $0.name == ICalendarAlarm.dateName }
    let value =
      switch date {
      case .day(let day): ICalendarTime.text(of: day)
      case .instant(let moment): ICalendarTime.text(of: moment)
      }
    alarm.lines.insert(ContentLine(ICalendarAlarm.dateName, value), at: alarm.lines.count - 1)
    return alarm
  }

  /// The alarm as it goes out with a task of another date; nil for one that was put off, which is over by then.
  func moved(to date: DayOrInstant?, in zone: LocalZone) -> ICalendarAlarm? {
    var alarm = self
    let before = lines.first { $0.name == ICalendarAlarm.dateName }
      .flatMap { ICalendarTime($0.value) }?.value(in: .utc)
    alarm.lines.removeAll { $0.name == ICalendarAlarm.dateName }
    // The line of the date is kept to the second.
    guard let before, let date, !ICalendarAlarm.isSame(before, date) else { return alarm }
    guard !isPutOff else { return nil }
    let line = lines[trigger]
    let moved = ContentLine(line.name, line.parameters, shifted(from: before, to: date, zone))
    alarm.lines[trigger] = moved
    return alarm
  }

  private static func isSame(_ first: DayOrInstant, _ second: DayOrInstant) -> Bool {
    switch (first, second) {
    case (.instant(let first), .instant(let second)):
      ICalendarTime.text(of: first) == ICalendarTime.text(of: second)
    default: first == second
    }
  }

  /// Whether somebody put another alarm off until this one, <https://www.rfc-editor.org/rfc/rfc9074#section-7>.
  private var isPutOff: Bool {
    lines.contains { line in
      line.name == "RELATED-TO" && line.parameter("RELTYPE")?.uppercased() == "SNOOZE"
    }
  }

  /// The time as far from the new date as it was from the old one; between days, at the same time of the day.
  private func shifted(from old: DayOrInstant, to new: DayOrInstant, _ zone: LocalZone) -> String {
    let clock = time.isUTC ? zone : .utc
    let moment = Date(millisecondsSince1970: time.date.milliseconds(in: .utc))
    let moved: Date
    if case .day(let old) = old, case .day(let new) = new {
      let reading = clock.reading(atMilliseconds: moment.millisecondsSince1970)
      let days = new.daysSince1970 - old.daysSince1970
      let milliseconds = clock.milliseconds(
        ofDay: reading.day + days,
        millisecondOfDay: reading.millisecondOfDay
      )
      moved = Date(millisecondsSince1970: milliseconds)
    } else {
      let distance =
        new.start(in: zone).millisecondsSince1970 - old.start(in: zone).millisecondsSince1970
      moved = Date(millisecondsSince1970: moment.millisecondsSince1970 + distance)
    }
    return ICalendarTime.text(of: moved, in: .utc) + (time.isUTC ? "Z" : "")
  }
}
