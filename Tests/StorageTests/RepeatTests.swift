import Foundation
import Testing

@testable import Storage

/// A JSON form that is refused, and what is told.
private let refused: [(JSONValue, RepeatError.Code, String)] = [
  ("daily", .malformed, "expected an object with rule, anchor, zone, from, lead, excluded"),
  (["anchor": "2026-11-30"], .malformed, "'rule' is missing"),
  (["rule": "FREQ=DAILY"], .malformed, "'anchor' is missing"),
  (["rule": 1, "anchor": "2026-11-30"], .malformed, "'rule' must be a string"),
  (
    ["rule": "FREQ=DAILY", "anchor": "2026-11-31"], .malformed,
    "'anchor' must be a day, or a day and a time without a zone, such as 2026-11-30T17:00"
  ),
  (
    ["rule": "FREQ=DAILY", "anchor": "2026-11-30T17:00Z", "zone": "UTC"], .malformed,
    "'anchor' must be a day, or a day and a time without a zone, such as 2026-11-30T17:00"
  ),
  (
    ["rule": "FREQ=DAILY", "anchor": "2026-11-30", "except": []], .unknownPart,
    "'except' is not known; known are rule, anchor, zone, from, lead, excluded"
  ),
  (
    ["rule": "FREQ=DAILY", "anchor": "2026-11-30", "from": "start"], .malformed,
    "'from' must be due or done, not 'start'"
  ),
  (
    ["rule": "FREQ=DAILY", "anchor": "2026-11-30T17:00"], .contradiction,
    "a time of day needs a zone, such as Europe/Berlin"
  ),
  (
    ["rule": "FREQ=DAILY", "anchor": "2026-11-30", "zone": "Europe/Berlin"], .contradiction,
    "a zone goes with a time of day, and there is only a day"
  ),
  (
    ["rule": "FREQ=DAILY", "anchor": "2026-11-30T17:00", "zone": "Europe Berlin\n"], .malformed,
    "a zone is 1 to 64 of the characters A-Z a-z 0-9 / _ + -, and does not begin with /: "
      + "not 'Europe Berlin?'"
  ),
  (
    ["rule": "FREQ=DAILY", "anchor": "2026-11-30", "lead": 3_661], .outOfBounds,
    "'lead' must be from -3660 to 3660 days"
  ),
  (
    ["rule": "FREQ=DAILY", "anchor": "2026-11-30", "lead": 1.5], .malformed,
    "'lead' must be a whole number of days"
  ),
  (
    ["rule": "FREQ=DAILY;BYDAY=MO", "anchor": "2026-11-30", "from": "done"], .contradiction,
    "BYDAY does not go with counting from done; known there are FREQ, INTERVAL and UNTIL"
  ),
  (
    ["rule": "FREQ=DAILY;COUNT=3", "anchor": "2026-11-30", "from": "done"], .contradiction,
    "COUNT does not go with counting from done; known there are FREQ, INTERVAL and UNTIL"
  ),
  (
    ["rule": "FREQ=DAILY;INTERVAL=7;BYDAY=TU", "anchor": "2026-11-30"], .neverHappens,
    "FREQ=DAILY;INTERVAL=7;BYDAY=TU never happens from 2026-11-30 on"
  ),
  (
    ["rule": "FREQ=DAILY;UNTIL=20261129", "anchor": "2026-11-30"], .neverHappens,
    "FREQ=DAILY;UNTIL=20261129 never happens from 2026-11-30 on"
  ),
  (
    ["rule": "FREQ=DAILY;UNTIL=20261129", "anchor": "2026-11-30", "from": "done"], .neverHappens,
    "FREQ=DAILY;UNTIL=20261129 never happens from 2026-11-30 on"
  ),
  (
    ["rule": "FREQ=DAILY", "anchor": "2026-11-30", "excluded": "2026-12-01"], .malformed,
    "'excluded' must be an array of days such as 2026-12-24"
  ),
  (
    ["rule": "FREQ=DAILY", "anchor": "2026-11-30", "excluded": ["2026-12-01", "2026-12-32"]],
    .malformed, "'excluded' must be an array of days such as 2026-12-24"
  ),
  (
    ["rule": "FREQ=DAILY", "anchor": "2026-11-30", "from": "done", "excluded": ["2026-12-01"]],
    .contradiction,
    "excluded days do not go with counting from done: there is no plan that has them"
  ),
  (
    [
      "rule": "FREQ=DAILY;COUNT=2", "anchor": "2026-11-30",
      "excluded": ["2026-12-01", "2026-11-30"],
    ], .neverHappens,
    "FREQ=DAILY;COUNT=2 never happens from 2026-11-30 on but on the days that are excluded"
  ),
  (
    [
      "rule": "FREQ=DAILY", "anchor": "2026-11-30",
      "excluded": .array((0...1_000).map { .string("\(CalendarDay(daysSince1970: $0))") }),
    ], .outOfBounds, "at most 1000 days can be excluded, not 1001"
  ),
]

private func date(_ text: String) -> NominalDate {
  NominalDate(text) ?? NominalDate(CivilDate(year: 1, month: 1, day: 1))
}

@Suite struct RepeatTests {
  private func value(
    _ rule: String,
    from anchor: String,
    origin: Repeat.Origin = .due
  ) throws -> Repeat {
    try Repeat(RepeatRule(rule), from: date(anchor), origin: origin)
  }

  private func next(
    _ value: Repeat,
    after open: String,
    doneOn day: String
  ) -> String? {
    value.next(after: date(open), doneOn: date(day).day)?.description
  }

  @Test func `excluded days are passed over, and still count`() throws {
    let days = ["2026-12-03", "2026-12-01", "2026-12-01", "2026-12-02", "2020-01-01"]
    let rule = try Repeat(
      RepeatRule("FREQ=DAILY;COUNT=6"),
      from: date("2026-12-01"),
      excluding: days.compactMap { CalendarDay($0) }
    )
    let sorted = ["2020-01-01", "2026-12-01", "2026-12-02", "2026-12-03"]
    #expect(rule.excluded.map(\.description) == sorted)
    #expect(rule.first == date("2026-12-04"))
    let dates = ["2026-12-04", "2026-12-05", "2026-12-06"].map(date)
    #expect(Array(rule.dates) == dates)
    func next(_ open: String, _ day: String) -> NominalDate? {
      rule.next(after: date(open), doneOn: date(day).day)
    }
    #expect(next("2026-11-30", "2026-11-30") == dates[0])
    #expect(next("2026-12-01", "2026-12-02") == dates[0])
    #expect(next("2026-12-04", "2026-12-01") == dates[1])
    #expect(next("2026-12-06", "2026-12-01") == nil)
    let last = try Repeat(
      RepeatRule("FREQ=DAILY;COUNT=3"),
      from: date("2026-12-01"),
      excluding: [CalendarDay(year: 2026, month: 12, day: 3)]
    )
    #expect(last.next(after: date("2026-12-02"), doneOn: date("2026-12-02").day) == nil)
  }

  @Test func `excluded days belong to what a rule is`() throws {
    let plain = try Repeat(
      RepeatRule("FREQ=WEEKLY"),
      from: date("2026-12-01T17:00"),
      zone: "Europe/Berlin",
      lead: 2
    )
    let json: JSONValue = [
      "rule": "FREQ=WEEKLY", "anchor": "2026-12-01T17:00:00.000", "zone": "Europe/Berlin",
      "lead": 2,
      "excluded": ["2026-12-22", "2026-12-15", "2026-12-22"],
    ]
    let without = try Repeat(json: json)
    #expect(without != plain && Set([without, plain]).count == 2)
    #expect(without.json.object?["excluded"] == ["2026-12-15", "2026-12-22"])
    #expect(plain.json.object?["excluded"] == nil)
    #expect(try Repeat(json: without.json) == without)
    let dates = without.dates.prefix(3).map(\.description)
    #expect(
      dates == ["2026-12-01T17:00:00.000", "2026-12-08T17:00:00.000", "2026-12-29T17:00:00.000"]
    )
  }

  @Test func `an item that is late passes over what was missed, but not today`() throws {
    let daily = try value("FREQ=DAILY", from: "2026-11-01")
    #expect(next(daily, after: "2026-11-01", doneOn: "2026-11-01") == "2026-11-02")
    #expect(next(daily, after: "2026-11-01", doneOn: "2026-11-20") == "2026-11-20")
    #expect(next(daily, after: "2026-11-05", doneOn: "2026-11-02") == "2026-11-06")
  }

  @Test func `missed occurrences count`() throws {
    let five = try value("FREQ=WEEKLY;COUNT=5", from: "2026-11-02")
    #expect(next(five, after: "2026-11-02", doneOn: "2026-11-24") == "2026-11-30")
    #expect(next(five, after: "2026-11-30", doneOn: "2026-11-30") == nil)
    #expect(next(five, after: "2026-11-02", doneOn: "2026-12-01") == nil)
  }

  @Test func `a date that does not fit stays, and the first occurrence after it comes next`() throws
  {
    let fridays = try value("FREQ=WEEKLY;BYDAY=FR;COUNT=2", from: "2026-12-01")
    #expect(fridays.first == date("2026-12-04"))
    #expect(next(fridays, after: "2026-12-01", doneOn: "2026-12-01") == "2026-12-04")
    #expect(next(fridays, after: "2026-12-04", doneOn: "2026-12-04") == "2026-12-11")
    #expect(next(fridays, after: "2026-12-11", doneOn: "2026-12-11") == nil)
  }

  @Test(
    arguments: [
      ("FREQ=DAILY;INTERVAL=3", "2026-11-30", "2026-12-03"),
      ("FREQ=WEEKLY", "2026-11-30", "2026-12-07"),
      ("FREQ=WEEKLY;INTERVAL=2", "2026-12-30", "2027-01-13"),
      ("FREQ=MONTHLY", "2027-01-31", "2027-02-28"),
      ("FREQ=MONTHLY", "2028-01-31", "2028-02-29"),
      ("FREQ=MONTHLY", "2027-02-28", "2027-03-28"),
      ("FREQ=MONTHLY;INTERVAL=14", "2026-12-31", "2028-02-29"),
      ("FREQ=YEARLY", "2028-02-29", "2029-02-28"),
      ("FREQ=YEARLY;INTERVAL=4", "2028-02-29", "2032-02-29"),
      ("FREQ=DAILY;UNTIL=20261201", "2026-11-30", "2026-12-01"),
      ("FREQ=DAILY;UNTIL=20261201", "2026-12-01", nil),
      ("FREQ=DAILY", "9999-12-31", nil),
    ] as [(String, String, String?)]
  )
  func `counted from done, an interval goes by, and months are clamped`(
    rule: String,
    done: String,
    expected: String?
  ) throws {
    let value = try value(rule, from: "2026-11-01", origin: .done)
    #expect(value.first == date("2026-11-01"))
    #expect(next(value, after: "2026-11-01", doneOn: done) == expected)
  }

  @Test func `every occurrence has the anchor's time of day`() throws {
    let weekly = try Repeat(
      RepeatRule("FREQ=WEEKLY;BYDAY=MO"),
      from: date("2026-12-01T17:00"),
      zone: "Europe/Berlin"
    )
    #expect(weekly.first?.description == "2026-12-07T17:00:00.000")
    let after = next(weekly, after: "2026-12-07T17:00", doneOn: "2026-12-07")
    #expect(after == "2026-12-14T17:00:00.000")
  }

  @Test(
    .enabled(if: LocalZone(named: "Europe/Berlin") != nil, "needs the system's time zones"),
    arguments: [-10, 0, 14],
    [Repeat.Origin.due, .done]
  )
  func `a rule with a zone goes by its clock, wherever its reader is`(
    hours: Int,
    origin: Repeat.Origin
  ) async throws {
    let rule = try Repeat(
      RepeatRule("FREQ=DAILY;INTERVAL=2"),
      from: #require(NominalDate("2026-03-26T09:00")),
      zone: "Europe/Berlin",
      origin: origin
    )
    let store = try SQLiteRepository.inMemory()
    let item = try await store.add(ItemDraft(title: "Call home", repeat: rule))
    #expect(item.due == .instant(try #require(moment("2026-03-26T08:00Z"))))
    // Half past one on the 30th in Berlin, where clocks have gone forward; the 29th in Honolulu.
    let done = try #require(moment("2026-03-29T23:30Z"))
    let reader = LocalZone.fixed(secondsFromGMT: hours * 3_600)
    let moved = try await store.complete(item.id, at: done, in: reader).item
    // From the due date on every second day, of which that day itself is one; or two days after it.
    let next = origin == .due ? "2026-03-30T07:00Z" : "2026-04-01T07:00Z"
    #expect(moved.due == .instant(try #require(moment(next))))
    #expect(
      moved.occurrence == NominalDate(origin == .due ? "2026-03-30T09:00" : "2026-04-01T09:00")
    )
  }

  private func moment(_ text: String) -> Date? {
    (try? ISO8601.parse(text)).map { Date(millisecondsSince1970: $0.milliseconds) }
  }

  @Test func `the JSON form is as it was shipped`() throws {
    let plain = try value("BYDAY=FR,MO;FREQ=WEEKLY", from: "2026-11-30")
    #expect(plain.json == ["rule": "FREQ=WEEKLY;BYDAY=MO,FR", "anchor": "2026-11-30"])
    let done = try Repeat(
      RepeatRule("FREQ=DAILY;INTERVAL=3"),
      from: date("2026-11-30T17:00"),
      zone: "Europe/Berlin",
      origin: .done
    )
    #expect(
      done.json == [
        "rule": "FREQ=DAILY;INTERVAL=3", "anchor": "2026-11-30T17:00:00.000",
        "zone": "Europe/Berlin", "from": "done",
      ]
    )
    #expect(try Repeat(json: plain.json) == plain)
    #expect(try Repeat(json: done.json) == done)
  }

  @Test(arguments: refused)
  func `a JSON form that is not one is refused by its key`(
    json: JSONValue,
    code: RepeatError.Code,
    message: String
  ) {
    let error = #expect(throws: RepeatError.self) { try Repeat(json: json) }
    #expect(error?.code == code)
    #expect(error?.message == message)
  }

  @Test func `nominal dates are read, printed and ordered`() {
    for text in ["2026-11-30", "0001-01-01", "9999-12-31", "2026-11-30T00:00:00.000"] {
      #expect(NominalDate(text)?.description == text)
    }
    for text in [
      "", "2026-11-31", "2026-11-30T24:00", "2026-11-30T10:00Z", "2026-11-30T10:00+01:00",
      "20261130", "2026-11-30T", "2026-11-30Z",
    ] {
      #expect(NominalDate(text) == nil, "\(text)")
    }
    let dates = ["2026-11-30", "2026-11-30T00:00", "2026-11-30T17:00", "2026-12-01"].map(date)
    #expect(dates.shuffled().sorted() == dates)
    #expect(date("2026-11-30") != date("2026-11-30T00:00"))
  }
}
