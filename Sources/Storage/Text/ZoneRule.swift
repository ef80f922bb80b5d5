/// When the clocks of a zone change each year, in the form of the variable TZ: `CET-1CEST,M3.5.0,M10.5.0/3`.
///
/// Source: <https://pubs.opengroup.org/onlinepubs/9799919799/basedefs/V1_chap08.html#tag_08_03>, with the hours
/// from -167 to 167 of RFC 8536.
struct ZoneRule: Sendable {
  /// Seconds east of UTC.
  private let standard: Int
  private var summer: Summer?

  private struct Summer: Sendable {
    let distance: Int
    let begin: Change
    let end: Change
  }

  /// A moment of each year.
  fileprivate struct Change: Sendable {
    let day: Day
    /// Seconds from midnight of the clock as it was before.
    let time: Int
  }

  fileprivate enum Day: Sendable {
    /// From 1 to 365, 29 February not counted.
    case ofCommonYear(Int)
    /// From 0 to 365.
    case ofYear(Int)
    /// A day of the week, from Sunday as 0, in a week of a month from 1; the week 5 is the last.
    case ofWeek(month: Int, week: Int, weekday: Int)
  }

  /// The distance of clocks from UTC at a moment, both in seconds.
  func distance(at seconds: Int) -> Int {
    guard let summer else { return standard }
    let year = CivilDate(daysSince1970: (seconds + standard).flooredQuotient(by: 86_400)).year
    // Near New Year the moment may belong to the year beside, where a change lies as near.
    let begin = summer.begin.seconds(in: year) - standard
    let end = summer.end.seconds(in: year) - summer.distance
    let isSummer =
      begin < end ? begin <= seconds && seconds < end : seconds < end || begin <= seconds
    return isSummer ? summer.distance : standard
  }
}

// MARK: - Reading

extension ZoneRule {
  /// The rule of a text; nil for anything else.
  init?(_ text: String) {
    var rest = text.utf8[...]
    guard ZoneRule.takeName(&rest), let west = ZoneRule.takeTime(&rest, hours: 24) else {
      return nil
    }
    standard = -west
    guard !rest.isEmpty else { return }
    guard ZoneRule.takeName(&rest) else { return nil }
    var distance = standard + 3_600
    if let next = rest.first, next != UInt8(ascii: ",") {
      guard let west = ZoneRule.takeTime(&rest, hours: 24) else { return nil }
      distance = -west
    }
    guard let begin = ZoneRule.takeChange(&rest), let end = ZoneRule.takeChange(&rest),
      rest.isEmpty
    else { return nil }
    summer = Summer(distance: distance, begin: begin, end: end)
  }

  private typealias Rest = Substring.UTF8View

  /// Takes `CET`, or `<+0330>`.
  private static func takeName(_ rest: inout Rest) -> Bool {
    if rest.first == UInt8(ascii: "<") {
      guard let end = rest.firstIndex(of: UInt8(ascii: ">")) else { return false }
      rest = rest[rest.index(after: end)...]
      return true
    }
    let name = rest.prefix { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20 }
    rest = rest.dropFirst(name.count)
    return name.count >= 3
  }

  /// Takes `1`, `-3:30` or `+24:00:00` as seconds.
  private static func takeTime(_ rest: inout Rest, hours: Int) -> Int? {
    let isNegative = rest.first == UInt8(ascii: "-")
    if isNegative || rest.first == UInt8(ascii: "+") { rest = rest.dropFirst() }
    guard let hour = takeNumber(&rest, 0...hours) else { return nil }
    var seconds = hour * 3_600
    for unit in [60, 1] where rest.first == UInt8(ascii: ":") {
      rest = rest.dropFirst()
      guard let number = takeNumber(&rest, 0...59) else { return nil }
      seconds += number * unit
    }
    return isNegative ? -seconds : seconds
  }

  private static func takeNumber(_ rest: inout Rest, _ range: ClosedRange<Int>) -> Int? {
    let digits = rest.prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    guard digits.count <= 3, let number = Int(String(Substring(digits))), range ~= number else {
      return nil
    }
    rest = rest.dropFirst(digits.count)
    return number
  }

  private static func take(_ character: Unicode.Scalar, _ rest: inout Rest) -> Bool {
    guard rest.first == UInt8(ascii: character) else { return false }
    rest = rest.dropFirst()
    return true
  }

  /// Takes `,M3.5.0/2`, `,J60` or `,59`.
  private static func takeChange(_ rest: inout Rest) -> Change? {
    guard take(",", &rest), let day = takeDay(&rest) else { return nil }
    guard take("/", &rest) else { return Change(day: day, time: 7_200) }
    return takeTime(&rest, hours: 167).map { Change(day: day, time: $0) }
  }

  private static func takeDay(_ rest: inout Rest) -> Day? {
    if take("J", &rest) { return takeNumber(&rest, 1...365).map { .ofCommonYear($0) } }
    guard take("M", &rest) else { return takeNumber(&rest, 0...365).map { .ofYear($0) } }
    guard let month = takeNumber(&rest, 1...12), take(".", &rest),
      let week = takeNumber(&rest, 1...5), take(".", &rest),
      let weekday = takeNumber(&rest, 0...6)
    else { return nil }
    return .ofWeek(month: month, week: week, weekday: weekday)
  }
}

// MARK: - Moments

extension ZoneRule.Change {
  /// The moment in a year, in seconds since 1970 of the clock as it was before.
  fileprivate func seconds(in year: Int) -> Int {
    let newYear = CivilDate(year: year, month: 1, day: 1).daysSince1970
    let number: Int
    switch day {
    case .ofYear(let index): number = newYear + index
    case .ofCommonYear(let count):
      // The days from March on are counted from its first, which a leap day precedes.
      let march = CivilDate(year: year, month: 3, day: 1).daysSince1970
      number = count < 60 ? newYear + count - 1 : march + count - 60
    case .ofWeek(let month, let week, let weekday):
      let first = CivilDate(year: year, month: month, day: 1)
      // 1 January 1970 was a Thursday, which is 4.
      let day = first.daysSince1970
      let ofFirst = (day + 4) - (day + 4).flooredQuotient(by: 7) * 7
      let found = (weekday - ofFirst + 7) % 7 + (week - 1) * 7
      number = day + (found < first.daysInMonth ? found : found - 7)
    }
    return number * 86_400 + time
  }
}
