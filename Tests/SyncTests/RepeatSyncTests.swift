// Items that repeat, completed on several devices apart.

import Storage
import Sync
import SyncSimulator
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

  /// Three people do what people do, and sync now and then, at times without an answer.
  @Test(arguments: 0..<40)
  func `no occurrence is skipped, and none is done twice`(_ run: Int) async throws {
    let seed = UInt64.random(in: .min ... .max) &+ UInt64(run)
    try await RepeatingWorld(seed: seed).live(steps: 60)
  }
}

/// Three devices with one item that repeats daily, and a book of what was done with it.
private final class RepeatingWorld {
  private let seed: UInt64
  private var random: SeededRandom
  private let surroundings: TestSurroundings
  private let hub: InProcessNetworkService
  private var stores: [SQLiteRepository] = []
  private var id = ItemID(high: 0, low: 0)
  /// Days that somebody completed, or decided to pass over.
  private var settled: Set<Int> = []
  /// Days whose record must be there: nobody took it back.
  private var recorded: Set<Int> = []
  private var takenBack: Set<Int> = []
  /// The dates as somebody left them together.
  private var written: Set<String> = []

  init(seed: UInt64) {
    self.seed = seed
    random = SeededRandom(seed: seed)
    surroundings = TestSurroundings(seed: seed)
    hub = InProcessNetworkService(
      Hub(store: MemoryHubStore(), environment: surroundings.hub())
    )
  }

  private static let firstDay = 20_000
  private let today = Date(timeIntervalSince1970: Double(RepeatingWorld.firstDay) * 86_400)

  func live(steps: Int) async throws {
    for skew in [0, -2_000, 90_000] {
      stores.append(
        try SQLiteRepository.inMemory(environment: surroundings.store(aheadBy: Int64(skew)))
      )
    }
    let anchor = DayOrInstant.day(CalendarDay(of: today, in: .utc))
    let rule = try Repeat(RepeatRule("FREQ=DAILY"), from: try date(anchor))
    id = try await stores[0].add(ItemDraft(title: "Water", due: anchor, repeat: rule)).id
    try await book(in: stores[0])
    for store in stores { try await sync(store) }
    for _ in 0..<steps {
      let store = random.pick(stores)
      if random.chance(0.3) {
        try await sync(store, mayFail: true)
      } else {
        try await edit(store)
        try await book(in: store)
      }
      try await checkDates(in: store)
    }
    for _ in 0..<2 { for store in stores { try await sync(store) } }
    try await check()
  }

  private func date(_ value: DayOrInstant) throws -> NominalDate {
    try #require(NominalDate("\(value.day(in: .utc))"))
  }

  private func sync(_ store: SQLiteRepository, mayFail: Bool = false) async throws {
    var steps: [ScriptedNetworkService.Step] = []
    if mayFail, random.chance(0.3) {
      steps = Array(repeating: .pass, count: random.below(3)) + [.loseAnswer]
    }
    let engine = SyncEngine(
      store: store,
      remote: try Remote("file:/test/hub"),
      networkService: ScriptedNetworkService(hub, steps),
      environment: surroundings.engine
    )
    do { _ = try await engine.sync() } catch { if !mayFail { throw error } }
  }

  private func edit(_ store: SQLiteRepository) async throws {
    guard var item = try await store.item(id), item.status == .open,
      let open = item.occurrence.map({ day($0) })
    else { return }
    switch random.below(100) {
    case ..<45:
      settled.insert(open)
      let record = try await store.complete(id, at: today, in: .utc).record
      #expect(record?.occurrence.map { day($0) } == open, "seed \(seed)")
      recorded.insert(open)
    case ..<52:
      settled.insert(open)
      try await store.skip(id, at: today, in: .utc)
    case ..<67:
      item.due = .day(CalendarDay(of: today, in: .utc).adding(days: random.below(9)))
      try await store.update(item)
    case ..<74:
      item.start = .day(CalendarDay(of: today, in: .utc).adding(days: random.below(9) - 4))
      try await store.update(item)
    case ..<82:
      item.title += "!"
      try await store.update(item)
    case ..<90:
      let before = try await records(in: store)
      try await store.undo()
      takenBack.formUnion(before.subtracting(try await records(in: store)))
    case ..<94:
      let before = try await records(in: store)
      try await store.redo()
      takenBack.formUnion(before.subtracting(try await records(in: store)))
    case ..<97:
      let query = ItemQuery(.status([.done]), limit: 1)
      guard let record = try await store.items(query).first else { return }
      takenBack.formUnion(record.occurrence.map { [day($0)] } ?? [])
      try await store.delete(record.id)
    default:
      // A new rule counts from the date that is due: what lies between was passed over by hand.
      guard let due = item.due, let rule = item.repeat else { return }
      let date = try self.date(due)
      item.repeat = try Repeat(rule.rule, from: date, lead: random.below(4))
      try await store.update(item)
      for passed in open..<max(open, day(date)) { settled.insert(passed) }
    }
  }

  private func day(_ date: NominalDate) -> Int {
    CalendarDay(String(date.description.prefix(10)))?.daysSince1970 ?? 0
  }

  private func records(in store: SQLiteRepository) async throws -> Set<Int> {
    let items = try await store.items(ItemQuery(.status([.done])))
    let days = items.compactMap { $0.occurrence.map { day($0) } }
    #expect(Set(days).count == days.count, "an occurrence has two records, seed \(seed)")
    return Set(days)
  }

  private func dates(_ item: Item) -> String {
    "\(item.due.map { "\($0)" } ?? "-") \(item.start.map { "\($0)" } ?? "-") "
      + (item.occurrence?.description ?? "-")
  }

  private func book(in store: SQLiteRepository) async throws {
    if let item = try await store.item(id) { written.insert(dates(item)) }
  }

  private func checkDates(in store: SQLiteRepository) async throws {
    guard let item = try await store.item(id) else { return }
    #expect(written.contains(dates(item)), "dates of two occurrences are mixed, seed \(seed)")
  }

  private func check() async throws {
    let items = try await stores[0].items().sorted { $0.id < $1.id }
    for store in stores.dropFirst() {
      let others = try await store.items().sorted { $0.id < $1.id }
      #expect(items.count == others.count, "seed \(seed)")
      for (mine, other) in zip(items, others) {
        #expect(mine.hasSameContent(as: other), "seed \(seed)")
      }
    }
    let item = try #require(items.first { $0.id == id })
    let open = try #require(item.occurrence.map { day($0) })
    for passed in RepeatingWorld.firstDay..<open {
      #expect(settled.contains(passed), "day \(passed) was skipped, seed \(seed)")
    }
    let there = try await records(in: stores[0])
    #expect(there.isSuperset(of: recorded.subtracting(takenBack)), "a record is lost, seed \(seed)")
    #expect(items.count == there.count + 1, "seed \(seed)")
  }
}
