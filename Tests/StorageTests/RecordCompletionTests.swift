import Foundation
import Storage
import Testing

private struct Chore: ItemRecord, Equatable {
  static let kind = "chore"
  var title: String
  var `repeat`: Repeat?
  var due: DayOrInstant?
  var status: Status = .open
  var parent: ItemID?
}

/// Records whose items repeat.
@Suite struct `Records that are completed` {
  private let store: SQLiteRepository
  private let chores: ItemRecords<Chore>
  /// Monday, 23 November 2026, at noon.
  private let monday = Date(timeIntervalSince1970: 1_795_435_200)

  init() throws {
    store = try .inMemory()
    chores = store.records(of: Chore.self)
  }

  private func weekly() throws -> Chore {
    let rule = try Repeat(RepeatRule("FREQ=WEEKLY"), from: .day(2026, 11, 23))
    return Chore(title: "Sweep", repeat: rule)
  }

  @Test func `move on, and leave a record`() async throws {
    let chore = try await chores.add(weekly())
    let next = try await chores.complete(chore.id, at: monday, in: .utc)
    #expect(next.due == .day(2026, 11, 30) && next.status == .open)
    let records = try await chores.query(\.parent == chore.id)
    #expect(records.map(\.status) == [.done])
    #expect(records.map(\.due) == [.day(2026, 11, 23)])
  }

  @Test func `pass over a date without one`() async throws {
    let chore = try await chores.add(weekly())
    let next = try await chores.skip(chore.id, at: monday, in: .utc)
    #expect(next.due == .day(2026, 11, 30))
    #expect(try await chores.count(\.parent == chore.id) == 0)
  }

  @Test func `are done where they do not repeat, also in a transaction with others`() async throws {
    let chore = try await chores.add(Chore(title: "Sweep"))
    let week = try await chores.add(weekly())
    let statuses = try await chores.write { [monday] records in
      [
        try records.complete(chore.id, at: monday, in: .utc).status,
        try records.skip(week.id, at: monday, in: .utc).status,
      ]
    }
    #expect(statuses == [.done, .open])
    #expect(try await store.item(chore.id)?.completedAt == monday)
  }

  @Test func `are not found among items of another kind, nor once they are gone`() async throws {
    let item = try await store.add("Sweep")
    let chore = try await chores.add(weekly())
    try await chores.delete(chore.id)
    for id in [item.id, chore.id] {
      await #expect(throws: StorageError.self) { try await chores.complete(id) }
      await #expect(throws: StorageError.self) { try await chores.skip(id) }
    }
    #expect(try await store.item(item.id)?.status == .open)
  }
}

@Suite struct `The dates of a rule` {
  private func dates(_ rule: String, _ origin: Repeat.Origin = .due) throws -> [String] {
    let `repeat` = try Repeat(RepeatRule(rule), from: .day(2026, 11, 23), origin: origin)
    return `repeat`.dates.prefix(4).map(\.description)
  }

  @Test func `begin at the anchor, and go on or end as it says`() throws {
    #expect(
      try dates("FREQ=WEEKLY;BYDAY=MO,FR")
        == ["2026-11-23", "2026-11-27", "2026-11-30", "2026-12-04"]
    )
    #expect(try dates("FREQ=DAILY;COUNT=2") == ["2026-11-23", "2026-11-24"])
    #expect(try dates("FREQ=WEEKLY;BYDAY=TU;UNTIL=20261201") == ["2026-11-24", "2026-12-01"])
  }

  @Test func `have the time of the anchor`() throws {
    let anchor = NominalDate(CalendarDay(year: 2026, month: 11, day: 23), hour: 17)
    let rule = try Repeat(RepeatRule("FREQ=DAILY"), from: anchor, zone: "Europe/Berlin")
    #expect(rule.dates.prefix(2).map(\.description).last == "2026-11-24T17:00:00.000")
    #expect(
      rule.dates.prefix(2).map(\.calendarDay.day) == [23, 24]
    )
  }

  @Test func `are only the first one where they are counted from done`() throws {
    #expect(try dates("FREQ=DAILY", .done) == ["2026-11-23"])
  }
}
