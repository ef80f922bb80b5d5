import Testing

@testable import Storage

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Zones by the rules that hold there around the tests' dates, so that no file of the system is needed.
private enum Zones {
  static let utc = LocalZone.utc
  static let kiritimati = LocalZone.fixed(secondsFromGMT: 14 * 3_600)
  static let tokyo = LocalZone.fixed(secondsFromGMT: 9 * 3_600)
  static let honolulu = LocalZone.fixed(secondsFromGMT: -10 * 3_600)
  /// Summer time in 2026 from 29 March until 25 October, both at 01:00 UTC.
  static let berlin = summer("Test/Berlin", 3_600, from: "2026-03-29T01:00Z", "2026-10-25T01:00Z")
  /// Summer time in 2026 from 8 March 07:00 UTC until 1 November 06:00 UTC.
  static let newYork = summer(
    "Test/New_York",
    -5 * 3_600,
    from: "2026-03-08T07:00Z",
    "2026-11-01T06:00Z"
  )
  /// Clocks leap from midnight to one on 27 March 2026, as in Beirut, and back on 25 October from midnight to eleven.
  static let beirut = summer("Test/Beirut", 7_200, from: "2026-03-26T22:00Z", "2026-10-24T21:00Z")
  /// One minute past midnight, clocks go back to 23:01, as in Newfoundland until 2011.
  static let stJohns = summer(
    "Test/St_Johns",
    -12_600,
    from: "2026-03-08T03:31Z",
    "2026-11-01T02:31Z"
  )
  /// 30 December 2011 never was in Samoa, which moved from the east of the date line to the west.
  static let apia = LocalZone(identifier: "Test/Apia") { date in
    date < at("2011-12-30T10:00Z") ? -10 * 3_600 : 14 * 3_600
  }

  static let all = [
    utc, kiritimati, tokyo, honolulu, berlin, newYork, beirut, stJohns, apia,
    LocalZone.fixed(secondsFromGMT: -12 * 3_600), .fixed(secondsFromGMT: 20_700),
  ]

  private static func summer(
    _ name: String,
    _ seconds: Int,
    from: String,
    _ until: String
  ) -> LocalZone {
    let summer = at(from)..<at(until)
    return LocalZone(identifier: name) { summer.contains($0) ? seconds + 3_600 : seconds }
  }
}

/// A moment in ISO 8601.
private func at(_ text: String) -> Date {
  guard let instant = try? ISO8601.parse(text) else { preconditionFailure(text) }
  return Date(millisecondsSince1970: instant.milliseconds)
}

@Suite struct `Days and zones` {
  /// The first moment, searched for by the minute and by the definition alone.
  private func slowStart(of day: CalendarDay, in zone: LocalZone) -> Date {
    var minute = Date(timeIntervalSince1970: Double(day.daysSince1970 * 86_400 - 86_400 * 2))
    while zone.day(of: minute) < day { minute += 60 }
    return minute
  }

  @Test(arguments: Zones.all)
  func `a day begins at the first moment that has its date or a later one`(zone: LocalZone) {
    let days = [
      ("2026-03-07", 4), ("2026-03-25", 6), ("2026-10-23", 5), ("2026-10-31", 4), ("2011-12-28", 5),
      ("1969-12-30", 4),
    ]
    for (first, count) in days {
      for offset in 0..<count {
        guard let day = CalendarDay(first)?.adding(days: offset) else {
          return #expect(Bool(false))
        }
        #expect(zone.start(of: day) == slowStart(of: day, in: zone), "\(day) in \(zone.identifier)")
      }
    }
  }

  @Test func `a day that never was begins with the next one`() {
    let (gone, next) = (CalendarDay(year: 2011, month: 12, day: 30), CalendarDay("2011-12-31"))
    #expect(Zones.apia.start(of: gone) == next.map(Zones.apia.start))
    // The earlier one comes first all the same.
    let orders = [gone, gone.adding(days: 1)].map { DayOrInstant.day($0).order(in: Zones.apia) }
    #expect(orders[0] < orders[1])
    #expect(orders[1] < DayOrInstant.instant(Zones.apia.start(of: gone)).order(in: Zones.apia))
  }

  @Test(arguments: Zones.all)
  func `the order is that of first moments, and every value comes back from it`(zone: LocalZone) {
    var values: [DayOrInstant] = []
    for start in ["2026-03-25", "2026-10-23", "2011-12-28"] {
      guard let first = CalendarDay(start) else { continue }
      for offset in 0..<6 {
        let day = first.adding(days: offset)
        values.append(.day(day))
        for milliseconds in [-1, 0, 1, 3_600_000] as [Int64] {
          let moment = zone.start(of: day).millisecondsSince1970 + milliseconds
          values.append(.instant(Date(millisecondsSince1970: moment)))
        }
      }
    }
    for left in values {
      #expect(DayOrInstant(order: left.order(in: zone), in: zone) == left)
      for right in values {
        let (one, other) = (left.start(in: zone), right.start(in: zone))
        guard one != other else { continue }
        #expect((left.order(in: zone) < right.order(in: zone)) == (one < other))
      }
    }
  }

  @Test(arguments: [
    "2026-11-30", "0001-01-01", "9999-12-31", "1970-01-01", "1969-12-31", "2028-02-29",
  ]) func `a day is read and written as ISO 8601 has it`(text: String) throws {
    let day = try #require(CalendarDay(text))
    #expect(day.description == text)
    let parts = text.split(separator: "-").compactMap { Int($0) }
    #expect([day.year, day.month, day.day] == parts)
    let value = DayOrInstant.day(day)
    #expect(DayOrInstant(jsonForm: .string(text)) == value && value.jsonForm == .string(text))
    #expect(DayOrInstant(registerValue: .string(text)) == value)
    #expect(DayOrInstant(column: value.column) == value)
  }

  @Test(arguments: ["2026-02-29", "2026-13-01", "26-11-30", "2026-11-30T00:00Z", "", "2026-11-3 "])
  func `what is no day is none`(text: String) { #expect(CalendarDay(text) == nil) }
}

// MARK: - What is due where

@Suite struct `What is due where somebody is` {
  /// Items that are due on Monday, 30 November 2026, and around it.
  private func store(now: Date) async throws -> SQLiteRepository {
    let environment = StoreEnvironment(now: { now }, random: StoreEnvironment.live.random)
    let store = try SQLiteRepository.inMemory(environment: environment)
    for (title, due) in [
      ("sunday", DayOrInstant.day(2026, 11, 29)), ("monday", .day(2026, 11, 30)),
      ("tuesday", .day(2026, 12, 1)), ("call", .instant(at("2026-11-30T09:00Z"))),
    ] {
      try await store.add(ItemDraft(title: title, due: due))
    }
    return store
  }

  /// Where, at which moment, and what is due today, overdue, and due until the end of Monday.
  private static let views: [(LocalZone, String, today: String, overdue: String, monday: String)] =
    [
      // Half past ten on Monday in London: in Kiritimati Tuesday has begun, in Honolulu it is just Monday.
      (Zones.utc, "2026-11-30T10:30Z", "monday call", "sunday call", "sunday monday call"),
      (Zones.berlin, "2026-11-30T10:30Z", "monday call", "sunday call", "sunday monday call"),
      (Zones.tokyo, "2026-11-30T10:30Z", "monday call", "sunday call", "sunday monday call"),
      (
        Zones.kiritimati, "2026-11-30T10:30Z", "tuesday", "sunday monday call", "sunday monday call"
      ),
      (Zones.honolulu, "2026-11-30T10:30Z", "monday", "sunday call", "sunday call monday"),
      (Zones.newYork, "2026-11-30T04:30Z", "sunday", "", "sunday monday call"),
      (Zones.newYork, "2026-11-30T05:30Z", "monday call", "sunday", "sunday monday call"),
    ]

  @Test(arguments: views)
  func `today, overdue and until Monday are those of the place`(
    zone: LocalZone,
    now: String,
    today: String,
    overdue: String,
    monday: String
  ) async throws {
    let store = try await store(now: at(now))
    func titles(_ filter: ItemFilter) async throws -> String {
      let items = try await store.items(ItemQuery(.and([.status([.open]), filter]), zone: zone))
      return items.map(\.title).joined(separator: " ")
    }
    #expect(try await titles(.due(.today)) == today)
    #expect(try await titles(.overdue) == overdue)
    let monday30 = CalendarDay(year: 2026, month: 11, day: 30)
    #expect(try await titles(.due(.before(monday30.adding(days: 1)))) == monday)
  }

  @Test func `a day stays that day on a device that travels, and moments move among the days`()
    async throws
  {
    let store = try await store(now: at("2026-11-30T10:30Z"))
    var orders: [String] = []
    for zone in [Zones.tokyo, Zones.berlin, Zones.honolulu, Zones.kiritimati] {
      let items = try await store.items(ItemQuery(.status([.open]), zone: zone))
      #expect(
        items.filter { $0.due?.instant == nil }.map { $0.due?.day(in: zone).day } == [29, 30, 1]
      )
      orders.append(items.map { String($0.title.prefix(2)) }.joined(separator: " "))
    }
    // 09:00 UTC is the evening of Monday in Tokyo, and 23:00 of Sunday in Honolulu.
    #expect(orders == ["su mo ca tu", "su mo ca tu", "su ca mo tu", "su mo ca tu"])
  }

  @Test func `a cursor of another zone is refused, of the same one it goes on`() async throws {
    let store = try await store(now: at("2026-11-30T10:30Z"))
    var query = ItemQuery(.status([.open]), limit: 2, zone: Zones.honolulu)
    let first = try await store.page(query)
    query.after = first.next
    let second = try await store.page(query)
    #expect((first.items + second.items).map(\.title) == ["sunday", "call", "monday", "tuesday"])
    query.zone = Zones.tokyo
    let error = await #expect(throws: StorageError.self) { try await store.page(query) }
    #expect(error?.code == .invalidQuery)
    #expect(error?.message.contains("another time zone") == true)
    // An order without days is the same everywhere.
    var byTitle = ItemQuery(sort: [.ascending(.title)], limit: 2, zone: Zones.honolulu)
    byTitle.after = try await store.page(byTitle).next
    byTitle.zone = Zones.tokyo
    #expect(try await store.page(byTitle).items.map(\.title) == ["sunday", "tuesday"])
  }

  @Test(arguments: [("2026-10-25", 25.0), ("2026-03-29", 23)])
  func `a day on which clocks are changed holds all its hours`(text: String, hours: Double)
    async throws
  {
    let day = try #require(CalendarDay(text))
    let (start, end) = (Zones.berlin.start(of: day), Zones.berlin.start(of: day.adding(days: 1)))
    #expect(end.timeIntervalSince(start) == hours * 3_600)
    let store = try SQLiteRepository.inMemory()
    for moment in [start - 0.001, start, end - 0.001, end] {
      try await store.add(ItemDraft(title: "x", due: .instant(moment)))
    }
    try await store.add(ItemDraft(title: "x", due: .day(day)))
    let found = try await store.items(ItemQuery(.due(.on(day)), zone: Zones.berlin))
    #expect(Set(found.map(\.number)) == [2, 3, 5])
  }

  @Test func `what starts later waits until its day, wherever that begins`() async throws {
    let store = try await store(now: at("2026-11-30T10:30Z"))
    try await store.add(ItemDraft(title: "plant", start: .day(2026, 12, 1)))
    try await store.add(ItemDraft(title: "ring", start: .instant(at("2026-11-30T10:30:00.001Z"))))
    try await store.add(ItemDraft(title: "begun", start: .instant(at("2026-11-30T10:30Z"))))
    func waiting(_ zone: LocalZone) async throws -> [String] {
      try await store.items(ItemQuery(.waiting, sort: [.ascending(.start)], zone: zone)).map(
        \.title
      )
    }
    #expect(try await waiting(Zones.berlin) == ["ring", "plant"])
    // There it is 1 December already.
    #expect(try await waiting(Zones.kiritimati) == ["ring"])
  }
}
