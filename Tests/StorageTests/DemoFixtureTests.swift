import Foundation
import Storage
import StorageTesting
import Testing

@Suite struct `The fixture demo` {
  /// A Thursday afternoon, and a minute after midnight, when nothing of today can be over.
  private static let moments = [1_795_701_600, 1_795_651_260, 0, 4_000_000_000]
    .map(Date.init(timeIntervalSince1970:))

  private static func environment(at moment: Date) -> StoreEnvironment {
    StoreEnvironment(now: { moment }, random: StoreEnvironment.live.random)
  }

  private static let zones = [0, 50_400, -36_000].map(LocalZone.fixed(secondsFromGMT:))

  /// What a store holds that was opened with it.
  private func items(
    at moment: Date,
    _ filter: ItemFilter = .all
  ) async throws -> [Item] {
    let store = try SQLiteRepository.inMemory(.demo, environment: Self.environment(at: moment))
    return try await store.items(ItemQuery(filter, sort: [.ascending(.number)]))
  }

  @Test(arguments: moments)
  func `is the same for the same clock and zone`(moment: Date) async throws {
    let first = try await items(at: moment)
    #expect(try await items(at: moment) == first)
    #expect((40...60).contains(first.count))
    let later = try await items(at: moment.addingTimeInterval(86_400))
    #expect(later.map(\.title) == first.map(\.title))
    #expect(later.map(\.id) != first.map(\.id))
  }

  @Test(arguments: moments, zones)
  func `has something in each section of a list by due date`(
    moment: Date,
    zone: LocalZone
  ) throws {
    let drafts = Fixture.demo.drafts(in: Self.environment(at: moment), zone: zone)
    let today = zone.day(of: moment).daysSince1970
    let open = drafts.filter { $0.status == .open }
    let days = open.map { $0.due.map { $0.day(in: zone).daysSince1970 - today } }
    for range in [-30 ... -1, 0...0, 1...1, 2...7, 8...60] {
      #expect(days.filter { $0.map(range.contains) ?? false }.count >= 2, "\(range)")
    }
    #expect(days.filter { $0 == nil }.count >= 5)
    // Some of today have a time, some the day alone.
    let now = open.filter { $0.due?.day(in: zone).daysSince1970 == today }
    #expect(now.contains { $0.due?.instant != nil } && now.contains { $0.due?.instant == nil })
  }

  @Test(arguments: moments, zones)
  func `has something done in each of the last three weeks, and nothing to come`(
    moment: Date,
    zone: LocalZone
  ) throws {
    let drafts = Fixture.demo.drafts(in: Self.environment(at: moment), zone: zone)
    let today = zone.day(of: moment).daysSince1970
    let done = drafts.compactMap { $0.completedAt.map { today - zone.day(of: $0).daysSince1970 } }
    for week in [0..<7, 7..<14, 14..<21] {
      #expect(done.filter(week.contains).count >= 3, "\(week)")
    }
    for draft in drafts {
      let created = try #require(draft.createdAt)
      let updated = try #require(draft.updatedAt)
      #expect(created <= updated && updated <= moment, "\(draft.title)")
      #expect((draft.completedAt == nil) == (draft.status == .open), "\(draft.title)")
    }
  }

  @Test func `has lists, tags, priorities, notes, trees and items that repeat`() async throws {
    let items = try await items(at: Self.moments[0])
    #expect(Set(items.map(\.list)).count == 6)
    #expect(Set(items.flatMap(\.tags)).count >= 8)
    #expect(Set(items.map(\.priority)) == Set(Priority.allCases))
    #expect(Set(items.compactMap(\.parent)).count == 2)
    #expect(items.filter { $0.repeat != nil }.count >= 4)
    #expect(items.filter { !$0.notes.isEmpty }.count >= 4)
    #expect(items.filter { $0.attributes["url"] != nil }.count >= 3)
    #expect(Set(items.map(\.title)).count == items.count)
  }

  @Test func `is without anything that a look through the store finds`() async throws {
    let store = try SQLiteRepository.inMemory(.demo)
    #expect(try await store.check().isEmpty)
    #expect(try await store.history().isEmpty)
    let repeating = try await store.items(ItemQuery(.all)).filter { $0.repeat != nil }
    for item in repeating {
      let open = try #require(item.due?.day(in: .current))
      #expect(item.repeat?.first == NominalDate(open), "\(item.title)")
      try await store.write { transaction throws(StorageError) in
        _ = try transaction.complete(item.id)
      }
    }
  }
}
