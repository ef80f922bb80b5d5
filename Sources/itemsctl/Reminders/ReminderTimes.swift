import ArgumentParsing
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
  func moment(of due: DayOrInstant) -> Date {
    let date: Date
    switch due {
    case .instant(let instant): date = instant
    case .day(let day):
      let start = calendar.zone.start(of: day)
      let time = calendar.calendarTime(of: start).at(dayTime.time)
      date = calendar.date(of: time) ?? start
    }
    return date.adding(seconds: -ahead)
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
