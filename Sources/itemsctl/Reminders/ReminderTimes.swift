import ArgumentParsing
import Phrases
import Storage

/// When people are reminded of what is due.
struct ReminderTimes: Sendable {
  let calendar: LocalCalendar
  /// The time on the clock for what is due on a day, whatever the time.
  var dayTime = ReminderTimes.standardDayTime
  /// How many seconds before.
  var ahead = 0.0

  /// As offices open.
  static let standardDayTime = DayTime(hour: 9)

  /// How far back somebody is reminded at the first call: older things are known, or a list's concern.
  static let firstReach = 86_400.0

  /// When somebody is reminded of what is due then.
  func moment(of due: DayOrInstant) -> Date { dueTime(of: due).adding(seconds: -ahead) }

  /// When it is due; on a day, at the time of day for reminders.
  func dueTime(of due: DayOrInstant) -> Date {
    switch due {
    case .instant(let instant): return instant
    case .day(let day):
      let start = calendar.zone.start(of: day)
      let time = calendar.calendarTime(of: start).at(dayTime.time)
      return calendar.date(of: time) ?? start
    }
  }
}

/// A time of day as a value of an option.
struct DayTime: ArgumentValue, Hashable {
  let time: ClockTime
  let argumentText: String

  init(hour: Int) {
    argumentText = "\(hour):00"
    time = ClockTime(hour: hour)
  }

  init(argument: String) throws(ValueError) {
    guard let time = ClockTime(argument.lowercased()) else {
      throw ValueError("it must be a time such as 8:30, 5pm or noon")
    }
    (self.time, argumentText) = (time, argument)
  }
}
