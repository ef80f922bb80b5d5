// Items that repeat, completed on several devices apart.

import Storage
import Sync
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite struct `Repeating items on several devices` {
  /// Noon of a day in November 2026, by UTC.
  private func noon(_ day: Int) -> Date {
    Date(timeIntervalSince1970: 1_793_491_200 + Double(day - 1) * 86_400 + 43_200)
  }

  private func shared(_ rule: String = "FREQ=DAILY") async throws -> (pair: Pair, id: ItemID) {
    let pair = try Pair.overMemory()
    let anchor = try #require(NominalDate("2026-11-02"))
    let rule = try Repeat(RepeatRule(rule), from: anchor)
    let item = try await pair.first.add(
      ItemDraft(title: "Water", due: .day(2026, 11, 2), repeat: rule)
    )
    try await pair.syncAll()
    return (pair, item.id)
  }

  private func item(_ id: ItemID, in pair: Pair) async throws -> Item {
    try #require(try await pair.first.item(id))
  }

  @Test func `completed apart, at different days, they move on once and leave one record`()
    async throws
  {
    let (pair, id) = try await shared()
    try await pair.first.complete(id, at: noon(2), in: .utc)
    try await pair.second.complete(id, at: noon(4), in: .utc)
    var edited = try #require(try await pair.first.item(id))
    edited.notes = "the cactus, too"
    try await pair.first.update(edited)
    try await pair.syncAll()
    try await pair.expectEqual()
    let item = try await item(id, in: pair)
    // The later completion was on the fourth.
    #expect(item.due == .day(2026, 11, 4) && item.occurrence?.description == "2026-11-04")
    #expect(item.status == .open && item.notes == "the cactus, too")
    let records = try await pair.first.items(ItemQuery(.status([.done])))
    #expect(records.map(\.occurrence?.description) == ["2026-11-02"])
    #expect(records.map(\.parent) == [id])
  }

  @Test(arguments: [true, false])
  func `a date that is moved on one device while another completes holds whole, or not at all`(
    _ movedLast: Bool
  ) async throws {
    let (pair, id) = try await shared()
    func move() async throws {
      var item = try #require(try await pair.second.item(id))
      item.due = .day(2026, 11, 5)
      try await pair.second.update(item)
    }
    if !movedLast { try await move() }
    try await pair.first.complete(id, at: noon(2), in: .utc)
    if movedLast { try await move() }
    try await pair.syncAll()
    try await pair.expectEqual()
    let item = try await item(id, in: pair)
    // Never the moved date beside the next occurrence: that one would be skipped.
    #expect(item.due == .day(2026, 11, movedLast ? 5 : 3))
    #expect(item.occurrence?.description == (movedLast ? "2026-11-02" : "2026-11-03"))
  }

  @Test func `a rule that is changed while another device completes is not lost`() async throws {
    let (pair, id) = try await shared()
    var changed = try #require(try await pair.second.item(id))
    let anchor = try #require(NominalDate("2026-11-02"))
    let weekly = try Repeat(RepeatRule("FREQ=WEEKLY"), from: anchor)
    changed.repeat = weekly
    try await pair.second.update(changed)
    try await pair.first.complete(id, at: noon(2), in: .utc)
    try await pair.syncAll()
    try await pair.expectEqual()
    let item = try await item(id, in: pair)
    #expect(item.repeat == weekly && item.due == .day(2026, 11, 3))
    let next = try await pair.first.complete(id, at: noon(3), in: .utc).item
    #expect(next.due == .day(2026, 11, 9))
  }

  @Test func `ended on one device, they stay as another left them`() async throws {
    let (pair, id) = try await shared()
    try await pair.first.complete(id, at: noon(2), in: .utc)
    var ended = try #require(try await pair.second.item(id))
    ended.repeat = nil
    try await pair.second.update(ended)
    try await pair.syncAll()
    try await pair.expectEqual()
    let item = try await item(id, in: pair)
    #expect(item.repeat == nil && item.status == .open)
    #expect(try await pair.second.complete(id, at: noon(9), in: .utc).item.status == .done)
  }

  @Test func `an undo leaves dates that moved on since`() async throws {
    let (pair, id) = try await shared()
    try await pair.first.complete(id, at: noon(2), in: .utc)
    try await pair.syncAll()
    // Moved on elsewhere, and to the date by hand that the first step left.
    var moved = try await pair.second.complete(id, at: noon(3), in: .utc).item
    moved.due = .day(2026, 11, 3)
    try await pair.second.update(moved)
    try await pair.syncAll()
    try await pair.first.undo()
    let item = try await item(id, in: pair)
    #expect(item.due == .day(2026, 11, 3) && item.occurrence?.description == "2026-11-04")
    try await pair.syncAll()
    try await pair.expectEqual()
  }

  private static let variables = ProcessInfo.processInfo.environment
  private static let count = variables["REPEAT_SYNC_COUNT"].flatMap { Int($0) } ?? 40
  private static let firstSeed =
    variables["REPEAT_SYNC_SEED"].flatMap { UInt64($0) } ?? .random(in: 0 ... .max)

  /// Three people do what people do, and sync now and then, at times without an answer.
  ///
  /// `REPEAT_SYNC_SEED` is the seed of the first run, and `REPEAT_SYNC_COUNT` how many there are.
  /// Several runs after each other: all at once would be thousands of open stores.
  @Test(arguments: 0..<8)
  func `no occurrence is skipped, and none is done twice`(_ row: Int) async {
    for number in stride(from: row, to: Self.count, by: 8) {
      let seed = Self.firstSeed &+ UInt64(number)
      let world = RepeatingWorld(seed: seed)
      do {
        try await world.live(steps: 60)
      } catch {
        Issue.record(error, "\(world.replay)")
      }
    }
  }

  @Test func `the same seed gives the same run`() async throws {
    let worlds = [RepeatingWorld(seed: Self.firstSeed), RepeatingWorld(seed: Self.firstSeed)]
    for world in worlds { try await world.live(steps: 60) }
    #expect(worlds[0].trace == worlds[1].trace, "\(worlds[0].replay)")
    #expect(!worlds[0].trace.isEmpty)
  }
}
