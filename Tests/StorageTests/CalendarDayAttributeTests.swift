import Foundation
import StorageTesting
import Testing

@testable import Storage

private struct Visit: ItemRecord, Equatable {
  static let kind = "visit"
  var title: String
  var day: CalendarDay
  var until: CalendarDay?
}

/// Days as attributes: what a store keeps of them is in their order, in every backend.
@Suite struct `Days as attributes` {
  private static let first = CalendarDay(year: 1, month: 1, day: 1)
  private static let last = CalendarDay(year: 9999, month: 12, day: 31)

  /// The ends of what is kept, turns of months and years, and random days between them.
  private static let days: [CalendarDay] = {
    var random = SeededGenerator(seed: 1)
    let texts = [
      "0999-12-31", "1000-01-01", "1969-12-31", "1970-01-01", "2026-02-28", "2026-11-30",
    ]
    let somewhere = (1...20).map { _ in
      CalendarDay(daysSince1970: Int.random(in: CalendarDay.storedDays, using: &random))
    }
    return ([first, last] + texts.compactMap { CalendarDay($0) } + somewhere)
      .shuffled(using: &random)
  }()

  private func withVisits(
    _ backend: RepositoryContract.Backend,
    _ body: @escaping @Sendable (ItemRecords<Visit>) async throws -> Void
  ) async throws {
    let check = ContractCheck("days as attributes") { repository in
      let visits = repository.records(of: Visit.self)
      try await visits.add(
        contentsOf: Self.days.enumerated().map { index, day in
          Visit(title: "\(day)", day: day, until: index.isMultiple(of: 2) ? day : nil)
        }
      )
      try await body(visits)
    }
    try await check.run(on: backend)
  }

  @Test(arguments: RepositoryContract.Backend.all)
  func `sort as they do in Swift`(backend: RepositoryContract.Backend) async throws {
    try await withVisits(backend) { visits in
      let sorted = Self.days.sorted()
      let up = try await visits.query(sort: .ascending(\.day))
      #expect(up.map(\.day) == sorted)
      let down = try await visits.query(sort: .descending(\.day))
      #expect(down.map(\.day) == sorted.reversed())
      #expect(try await visits.minimum(of: \.day) == Self.first)
      #expect(try await visits.maximum(of: \.day) == Self.last)
    }
  }

  @Test(arguments: RepositoryContract.Backend.all)
  func `compare and lie in ranges as they do in Swift`(
    backend: RepositoryContract.Backend
  ) async throws {
    try await withVisits(backend) { visits in
      for bound in Self.days.prefix(8) + [Self.first, Self.last] {
        let found = try await visits.query(\.day < bound).map(\.day)
        #expect(Set(found) == Set(Self.days.filter { $0 < bound }))
        let others = try await visits.query(\.day >= bound).map(\.day)
        #expect(Set(others) == Set(Self.days.filter { $0 >= bound }))
        let within = try await visits.query(.value(of: \.day, in: Self.first...bound)).map(\.day)
        #expect(Set(within) == Set(Self.days.filter { $0 <= bound }))
        #expect(try await visits.query(\.day == bound).map(\.day) == [bound])
        let later = Self.days.enumerated().filter { $0.offset.isMultiple(of: 2) }.map(\.element)
        let optional = try await visits.query(\.until > bound).map(\.until)
        #expect(Set(optional) == Set(later.filter { $0 > bound }))
      }
    }
  }

  @Test func `beyond the years of a store are refused, in records and in queries`() async throws {
    let visits = try SQLiteRepository.inMemory().records(of: Visit.self)
    for day in [Self.last.adding(days: 1), Self.first.adding(days: -1)] {
      let error = await #expect(throws: StorageError.self) {
        try await visits.add(Visit(title: "x", day: day))
      }
      #expect(error?.code == .invalidItem && error?.message.contains("'day'") == true)
      let query = await #expect(throws: StorageError.self) { try await visits.count(\.day < day) }
      #expect(query?.code == .invalidQuery)
    }
    #expect(try await visits.count() == 0)
  }
}

@Suite struct `Today` {
  /// 30 November 2026, 23:30 in UTC.
  private let moment = Date(timeIntervalSince1970: 1_796_081_400)

  @Test func `is the day that the zone's clocks show at the given moment`() throws {
    let tokyo = LocalZone(try #require(TimeZone(identifier: "Asia/Tokyo")))
    #expect(CalendarDay.today(at: moment, in: .utc) == CalendarDay("2026-11-30"))
    #expect(CalendarDay.today(at: moment, in: tokyo) == CalendarDay("2026-12-01"))
    #expect(CalendarDay.today(at: moment, in: tokyo) == CalendarDay(of: moment, in: tokyo))
  }

  @Test func `is now and here unless something else is given`() {
    let before = CalendarDay(of: Date(), in: .current)
    let today = CalendarDay.today()
    #expect((before...CalendarDay(of: Date(), in: .current)).contains(today))
  }
}
