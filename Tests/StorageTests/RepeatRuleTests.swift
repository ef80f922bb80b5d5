import Testing

@testable import Storage

/// A rule as it may be written, and its one text.
private let texts: [(String, String)] = [
  ("FREQ=DAILY", "FREQ=DAILY"),
  ("RRULE:FREQ=DAILY", "FREQ=DAILY"),
  ("rrule:freq=weekly;byday=fr,mo", "FREQ=WEEKLY;BYDAY=MO,FR"),
  ("INTERVAL=1;FREQ=DAILY", "FREQ=DAILY"),
  ("FREQ=DAILY;INTERVAL=002", "FREQ=DAILY;INTERVAL=2"),
  ("COUNT=3;FREQ=YEARLY;WKST=MO", "FREQ=YEARLY;COUNT=3"),
  ("FREQ=WEEKLY;WKST=SU;INTERVAL=2;BYDAY=SU", "FREQ=WEEKLY;INTERVAL=2;BYDAY=SU;WKST=SU"),
  ("FREQ=MONTHLY;BYMONTHDAY=-1,+15,15,1,-2", "FREQ=MONTHLY;BYMONTHDAY=1,15,-2,-1"),
  ("FREQ=MONTHLY;BYDAY=-1FR,+1FR,1MO", "FREQ=MONTHLY;BYDAY=1MO,1FR,-1FR"),
  ("FREQ=MONTHLY;BYSETPOS=-1,1;BYDAY=MO,TU", "FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=1,-1"),
  ("FREQ=YEARLY;UNTIL=20271231;BYMONTH=12,2", "FREQ=YEARLY;BYMONTH=2,12;UNTIL=20271231"),
  ("FREQ=DAILY;UNTIL=00010101", "FREQ=DAILY;UNTIL=00010101"),
]

/// A text that is no rule, the kind of error, and what is told.
private let refused: [(String, RepeatError.Code, String)] = [
  ("", .malformed, "expected parts such as FREQ=DAILY with ';' between them, not ''"),
  ("daily", .malformed, "expected parts such as FREQ=DAILY with ';' between them, not 'DAILY'"),
  (
    "FREQ=DAILY;", .malformed,
    "expected parts such as FREQ=DAILY with ';' between them, not ''"
  ),
  ("INTERVAL=2", .malformed, "FREQ is missing; FREQ must be DAILY, WEEKLY, MONTHLY or YEARLY"),
  (
    "FREQ=HOURLY", .malformed,
    "FREQ must be DAILY, WEEKLY, MONTHLY or YEARLY, not 'HOURLY'"
  ),
  (
    "FREQ=DAILY;BYHOUR=9", .unknownPart,
    "BYHOUR is not supported; known are FREQ, INTERVAL, BYMONTH, BYMONTHDAY, BYDAY, BYSETPOS, "
      + "COUNT, UNTIL, WKST"
  ),
  (
    "FREQ=YEARLY;BYWEEKNO=20", .unknownPart,
    "BYWEEKNO is not supported; known are FREQ, INTERVAL, BYMONTH, BYMONTHDAY, BYDAY, BYSETPOS, "
      + "COUNT, UNTIL, WKST"
  ),
  (
    "FREQ=DAILY;EVERY=2", .unknownPart,
    "'EVERY' is not a part of a rule; known are FREQ, INTERVAL, BYMONTH, BYMONTHDAY, BYDAY, "
      + "BYSETPOS, COUNT, UNTIL, WKST"
  ),
  ("FREQ=DAILY;FREQ=DAILY", .contradiction, "FREQ is given twice"),
  ("FREQ=DAILY;INTERVAL=0", .outOfBounds, "INTERVAL must be 1 to 1000"),
  ("FREQ=DAILY;INTERVAL=1001", .outOfBounds, "INTERVAL must be 1 to 1000"),
  (
    "FREQ=DAILY;INTERVAL=99999999999999999999", .malformed,
    "INTERVAL must be a whole number, not '99999999999999999999'"
  ),
  ("FREQ=DAILY;INTERVAL=-1", .malformed, "INTERVAL must be a whole number, not '-1'"),
  ("FREQ=DAILY;INTERVAL=", .malformed, "INTERVAL must be a whole number, not ''"),
  ("FREQ=DAILY;INTERVAL=²", .malformed, "INTERVAL must be a whole number, not '?'"),
  ("FREQ=DAILY;COUNT=0", .outOfBounds, "COUNT must be 1 to 10000"),
  ("FREQ=DAILY;COUNT=10001", .outOfBounds, "COUNT must be 1 to 10000"),
  (
    "FREQ=DAILY;COUNT=2;UNTIL=20270101", .contradiction, "COUNT and UNTIL do not go together"
  ),
  ("FREQ=DAILY;BYMONTH=13", .outOfBounds, "BYMONTH must be 1 to 12"),
  ("FREQ=DAILY;BYMONTH=1,,2", .malformed, "BYMONTH must be a whole number, not ''"),
  ("FREQ=MONTHLY;BYMONTHDAY=32", .outOfBounds, "BYMONTHDAY must be 1 to 31, or -1 to -31"),
  ("FREQ=MONTHLY;BYMONTHDAY=0", .outOfBounds, "BYMONTHDAY must be 1 to 31, or -1 to -31"),
  (
    "FREQ=WEEKLY;BYMONTHDAY=1", .contradiction,
    "BYMONTHDAY does not go with FREQ=WEEKLY; it does with MONTHLY, YEARLY and DAILY"
  ),
  (
    "FREQ=WEEKLY;BYDAY=1MO", .contradiction,
    "BYDAY=1MO: a number goes only with FREQ=MONTHLY and FREQ=YEARLY"
  ),
  (
    "FREQ=MONTHLY;BYDAY=6MO", .outOfBounds,
    "BYDAY=6MO: the number must be 1 to 5, or -1 to -5, in a month"
  ),
  (
    "FREQ=YEARLY;BYMONTH=2;BYDAY=-6MO", .outOfBounds,
    "BYDAY=-6MO: the number must be 1 to 5, or -1 to -5, in a month"
  ),
  (
    "FREQ=YEARLY;BYDAY=54MO", .outOfBounds,
    "BYDAY=54MO: the number must be 1 to 53, or -1 to -53, in a year"
  ),
  (
    "FREQ=MONTHLY;BYDAY=0MO", .outOfBounds,
    "BYDAY=0MO: the number must be 1 to 5, or -1 to -5, in a month"
  ),
  ("FREQ=WEEKLY;BYDAY=XX", .malformed, "BYDAY must be MO, TU, WE, TH, FR, SA or SU, not 'XX'"),
  ("FREQ=WEEKLY;BYDAY=M", .malformed, "BYDAY must be MO, TU, WE, TH, FR, SA or SU, not 'M'"),
  ("FREQ=MONTHLY;BYDAY=aMO", .malformed, "BYDAY must be a whole number, not 'A'"),
  ("FREQ=WEEKLY;WKST=1", .malformed, "WKST must be MO, TU, WE, TH, FR, SA or SU, not '1'"),
  (
    "FREQ=MONTHLY;BYSETPOS=1", .contradiction,
    "BYSETPOS chooses among the days of BYDAY, BYMONTHDAY or BYMONTH, and none of them is given"
  ),
  (
    "FREQ=MONTHLY;BYDAY=MO;BYSETPOS=367", .outOfBounds,
    "BYSETPOS must be 1 to 366, or -1 to -366"
  ),
  (
    "FREQ=DAILY;UNTIL=20270230", .outOfBounds,
    "UNTIL must be a day that exists, in the years 1 to 9999"
  ),
  (
    "FREQ=DAILY;UNTIL=2027-02-03", .malformed,
    "UNTIL must be a day such as 20271231, not '2027-02-03'"
  ),
  (
    "FREQ=DAILY;UNTIL=20271231T235959Z", .malformed,
    "UNTIL must be a day without a time: the last day on which it happens, such as 20271231"
  ),
  (
    "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", .neverHappens,
    "the rule never happens: no such month has such a day"
  ),
  (
    "FREQ=MONTHLY;BYMONTH=4,6,9,11;BYMONTHDAY=31,-31", .neverHappens,
    "the rule never happens: no such month has such a day"
  ),
  (
    "FREQ=WEEKLY;BYDAY=MO,TU;BYSETPOS=-3,3", .neverHappens,
    "the rule never happens: BYSETPOS must be 1 to 2, or -1 to -2, with such days"
  ),
  (
    "FREQ=MONTHLY;BYDAY=MO;BYSETPOS=6", .neverHappens,
    "the rule never happens: BYSETPOS must be 1 to 5, or -1 to -5, with such days"
  ),
  (
    "FREQ=YEARLY;BYMONTH=1,2;BYDAY=1MO;BYSETPOS=3", .neverHappens,
    "the rule never happens: BYSETPOS must be 1 to 2, or -1 to -2, with such days"
  ),
  (
    "FREQ=DAILY;BYDAY=MO;BYSETPOS=2", .neverHappens,
    "the rule never happens: BYSETPOS must be 1 to 1, or -1 to -1, with such days"
  ),
]

@Suite struct RepeatRuleTests {
  @Test(arguments: texts)
  func `a rule has one text`(written: String, text: String) throws {
    let rule = try RepeatRule(written)
    #expect(rule.text == text)
    #expect(try RepeatRule(text) == rule)
  }

  @Test(arguments: refused)
  func `what is wrong is told by name`(
    text: String,
    code: RepeatError.Code,
    message: String
  ) {
    let error = #expect(throws: RepeatError.self) { try RepeatRule(text) }
    #expect(error?.code == code)
    #expect(error?.message == message)
  }

  @Test func `a long text and a long list are refused before they are read`() {
    let text = "FREQ=DAILY" + String(repeating: ";BYMONTH=1", count: 100)
    let long = #expect(throws: RepeatError.self) { try RepeatRule(text) }
    #expect(long?.message == "the rule has 1010 bytes, at most 500")
    let list = Array(repeating: "1", count: 101).joined(separator: ",")
    let many = #expect(throws: RepeatError.self) { try RepeatRule("FREQ=DAILY;BYMONTH=\(list)") }
    #expect(many?.message == "BYMONTH has 101 values, at most 100")
    #expect(long?.code == .outOfBounds && many?.code == .outOfBounds)
  }

  @Test func `the longest text of a rule that exists can be read again`() throws {
    var parts = RepeatRule.Parts(.yearly, interval: 1_000)
    parts.months = Array(1...12)
    parts.monthDays = Array(1...31)
    let rule = try RepeatRule(parts)
    #expect(try RepeatRule(rule.text) == rule)
  }

  @Test func `an anchor that does not fit the rule is no occurrence`() throws {
    let rule = try RepeatRule("FREQ=WEEKLY;BYDAY=FR;COUNT=2")
    let tuesday = CivilDate(text: "2026-12-01")
    #expect(rule.occurrences(from: tuesday).map(\.text) == ["2026-12-04", "2026-12-11"])
  }

  @Test func `days with and without a number are taken together`() throws {
    let rule = try RepeatRule("FREQ=MONTHLY;BYDAY=1MO,FR")
    let days = rule.occurrences(from: CivilDate(text: "2026-12-01")).prefix(6)
    #expect(
      days.map(\.text) == [
        "2026-12-04", "2026-12-07", "2026-12-11", "2026-12-18", "2026-12-25", "2027-01-01",
      ]
    )
  }

  @Test func `positions count the whole week, the part before the anchor too`() throws {
    let rule = try RepeatRule("FREQ=WEEKLY;BYDAY=MO,WE,FR;BYSETPOS=1")
    let thursday = CivilDate(text: "2026-12-03")
    #expect(rule.occurrences(from: thursday).prefix(2).map(\.text) == ["2026-12-07", "2026-12-14"])
  }

  @Test func `nothing happens after the year 9999`() throws {
    let days = try RepeatRule("FREQ=DAILY").occurrences(from: CivilDate(text: "9999-12-30"))
    #expect(days.map(\.text) == ["9999-12-30", "9999-12-31"])
    let rule = try RepeatRule("FREQ=YEARLY;INTERVAL=1000")
    #expect(rule.occurrences(from: CivilDate(text: "9500-05-05")).map(\.text) == ["9500-05-05"])
  }

  @Test func `a rule that its anchor never meets ends, whatever it counts`() throws {
    // 30 November 2026 is a Monday.
    let monday = CivilDate(text: "2026-11-30")
    for text in [
      "FREQ=DAILY;INTERVAL=7;BYDAY=TU", "FREQ=DAILY;INTERVAL=700;BYDAY=WE;COUNT=10000",
      "FREQ=YEARLY;INTERVAL=4;BYMONTH=2;BYMONTHDAY=29",
      "FREQ=MONTHLY;INTERVAL=12;BYMONTH=10",
      "FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=29,-1;BYDAY=MO;BYSETPOS=2",
      "FREQ=YEARLY;BYMONTHDAY=31;BYDAY=2SU;BYSETPOS=12",
      "FREQ=DAILY;INTERVAL=21;BYMONTHDAY=31;BYDAY=SU",
    ] {
      let occurrences = try RepeatRule(text).occurrences(from: monday)
      #expect(Array(occurrences).isEmpty, "\(text)")
      #expect(occurrences.next(after: monday, notBefore: monday) == nil, "\(text)")
    }
  }
}

// MARK: - Any rule

/// Rules beside a walk from day to day that knows nothing of periods.
@Suite struct RepeatWalkTests {
  @Test func `the next day is the one that a walk from day to day meets`() throws {
    for _ in 0..<300 {
      let seed = RepeatSeed.next()
      var random = SeededGenerator(seed: seed)
      let rule = randomRule(&random)
      let anchor = CivilDate(daysSince1970: random.below(40_000) - 5_000)
      let after = CivilDate(daysSince1970: anchor.daysSince1970 + random.below(3_000) - 10)
      let earliest = CivilDate(daysSince1970: after.daysSince1970 + random.below(200) - 50)
      let end = max(after.daysSince1970, earliest.daysSince1970) + 1_500
      let target = max(after.daysSince1970 + 1, earliest.daysSince1970)
      let walked = walk(rule, from: anchor, until: end).first { $0 >= target }
      let found = rule.occurrences(from: anchor).next(after: after, notBefore: earliest)
      let isBeyond = walked == nil && (found?.daysSince1970 ?? .max) > end
      #expect(
        found?.daysSince1970 == walked || isBeyond,
        "\(rule) from \(anchor.text): \(found?.text ?? "end"), REPEAT_SEED=\(seed)"
      )
    }
  }

  @Test func `a rule that was made is printed and read`() throws {
    for _ in 0..<1_000 {
      let seed = RepeatSeed.next()
      var random = SeededGenerator(seed: seed)
      let rule = randomRule(&random)
      #expect(try RepeatRule(rule.text) == rule, "REPEAT_SEED=\(seed)")
    }
  }
}

/// The days of a rule by its definition: each period as a set of days that all parts allow.
private func walk(_ rule: RepeatRule, from anchor: CivilDate, until end: Int) -> [Int] {
  var result: [Int] = []
  let start = anchor.daysSince1970
  let isOpen = rule.monthDays.isEmpty && rule.weekdays.isEmpty
  func weekday(_ day: Int) -> Int { ((day + 3) % 7 + 7) % 7 }
  func week(_ day: Int) -> Int {
    let shifted = day - weekday(day)
    // Back to the day on which weeks begin.
    let back = (weekday(day) - rule.weekStart.rawValue + 7) % 7
    return shifted + weekday(day) - back
  }
  func period(_ day: Int) -> Int {
    let date = CivilDate(daysSince1970: day)
    switch rule.frequency {
    case .daily: return day
    case .weekly: return week(day)
    case .monthly: return date.year * 12 + date.month
    case .yearly: return date.year
    }
  }
  func distance(_ day: Int) -> Int {
    let difference = period(day) - period(start)
    return rule.frequency == .weekly ? difference / 7 : difference
  }
  func isNth(_ day: Int, _ ordinal: Int, inYear: Bool) -> Bool {
    var count = 1
    let step = ordinal > 0 ? -7 : 7
    var other = day + step
    func isSame(_ other: Int) -> Bool {
      let (left, right) = (CivilDate(daysSince1970: day), CivilDate(daysSince1970: other))
      return left.year == right.year && (inYear || left.month == right.month)
    }
    while isSame(other) {
      count += 1
      other += step
    }
    return count == abs(ordinal)
  }
  func fits(_ day: Int) -> Bool {
    let date = CivilDate(daysSince1970: day)
    if !rule.months.isEmpty, !rule.months.contains(date.month) { return false }
    if !rule.monthDays.isEmpty {
      let fromEnd = date.day - date.daysInMonth - 1
      guard rule.monthDays.contains(date.day) || rule.monthDays.contains(fromEnd) else {
        return false
      }
    }
    if !rule.weekdays.isEmpty {
      let inYear = rule.frequency == .yearly && rule.months.isEmpty
      let isOne = rule.weekdays.contains { wanted in
        wanted.weekday.rawValue == weekday(day)
          && wanted.ordinal.map { isNth(day, $0, inYear: inYear) } ?? true
      }
      guard isOne else { return false }
    }
    guard isOpen else { return true }
    switch rule.frequency {
    case .daily: return true
    case .weekly: return weekday(day) == weekday(start)
    case .monthly: return date.day == anchor.day
    case .yearly:
      return date.day == anchor.day && (!rule.months.isEmpty || date.month == anchor.month)
    }
  }
  var day = start
  while period(day - 1) == period(start) { day -= 1 }
  var set: [Int] = []
  var count = 0
  // The last period is walked to its end, since positions may count from there.
  while day <= end || period(day - 1) == period(day) {
    if distance(day) % rule.interval == 0, fits(day) { set.append(day) }
    if period(day + 1) != period(day) {
      for (index, taken) in set.enumerated() {
        let isPlaced =
          rule.positions.isEmpty || rule.positions.contains(index + 1)
          || rule.positions.contains(index - set.count)
        guard isPlaced, taken >= start else { continue }
        if case .until(let last) = rule.end, taken > last.daysSince1970 { return result }
        if case .count(let limit) = rule.end, count == limit { return result }
        count += 1
        result.append(taken)
      }
      set = []
    }
    day += 1
  }
  return result
}

private func randomRule(_ random: inout SeededGenerator) -> RepeatRule {
  func some(_ range: ClosedRange<Int>, percent: Int, signed: Bool = false) -> [Int] {
    guard random.chance(percent) else { return [] }
    return (0...random.below(4)).map { _ in
      let number = range.lowerBound + random.below(range.count)
      return signed && random.chance(40) ? -number : number
    }
  }
  while true {
    var parts = RepeatRule.Parts(random.pick(RepeatRule.Frequency.allCases))
    parts.interval = random.chance(50) ? 1 : 1 + random.below(random.chance(80) ? 6 : 400)
    parts.months = some(1...12, percent: 25)
    if parts.frequency != .weekly { parts.monthDays = some(1...31, percent: 40, signed: true) }
    let hasOrdinals = parts.frequency == .monthly || parts.frequency == .yearly
    parts.weekdays = some(0...6, percent: 50).compactMap { number in
      let ordinal = hasOrdinals && random.chance(60) ? random.below(5) + 1 : nil
      let signed = ordinal.map { random.chance(40) ? -$0 : $0 }
      return RepeatRule.Weekday(rawValue: number).map { RepeatRule.Day($0, ordinal: signed) }
    }
    if parts.weekdays.count + parts.monthDays.count > 0 {
      parts.positions = some(1...4, percent: 30, signed: true)
    }
    parts.weekStart = random.pick(RepeatRule.Weekday.allCases)
    switch random.below(4) {
    case 0: parts.end = .count(1 + random.below(100))
    case 1: parts.end = .until(CivilDate(daysSince1970: random.below(45_000)))
    default: break
    }
    // What contradicts itself is drawn again.
    if let rule = try? RepeatRule(parts) { return rule }
  }
}
