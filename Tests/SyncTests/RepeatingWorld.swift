import Storage
import Sync
import SyncSimulator
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Three devices with one item that repeats daily, and a book of what was done with it.
final class RepeatingWorld {
  /// What has this run again.
  let replay: String
  /// The item as each step left it, in the store that the step was about.
  private(set) var trace: [String] = []
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
  /// Whether the first device undid even that it added the item: then the item may be gone everywhere.
  private var isItemTakenBack = false
  /// The dates as somebody left them together.
  private var written: Set<String> = []

  init(seed: UInt64) {
    replay = "REPEAT_SYNC_SEED=\(seed) REPEAT_SYNC_COUNT=1"
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
      if let item = try await store.item(id) { trace.append(outline(item)) }
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
    guard var item = try await store.item(id) else {
      if random.chance(0.3) { try await goThroughHistory(of: store) { try await store.redo() } }
      return
    }
    guard item.status == .open, let open = item.occurrence.map({ day($0) }) else { return }
    switch random.below(100) {
    case ..<45:
      settled.insert(open)
      let record = try await store.complete(id, at: today, in: .utc).record
      #expect(record?.occurrence.map { day($0) } == open, "\(replay)")
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
    case ..<90: try await goThroughHistory(of: store) { try await store.undo() }
    case ..<94: try await goThroughHistory(of: store) { try await store.redo() }
    case ..<97:
      let query = ItemQuery(.status([.done]), limit: 1)
      guard let record = try await store.items(query).first else { return }
      takenBack.formUnion(record.occurrence.map { [day($0)] } ?? [])
      try await store.delete(record.id)
    default:
      // A new rule counts from the date that is due: what lies between was passed over by hand.
      guard let due = item.due, let rule = item.repeat else { return }
      let date = try self.date(due)
      let first = day(date)
      let excluded = (0..<random.below(3)).map { _ in first + 1 + random.below(5) }
      item.repeat = try Repeat(
        rule.rule,
        from: date,
        lead: random.below(4),
        excluding: excluded.map { CalendarDay(daysSince1970: $0) }
      )
      try await store.update(item)
      settled.formUnion(open..<max(open, first))
      settled.formUnion(excluded)
    }
  }

  /// Undoes or redoes something, and notes what is gone by that, or back.
  private func goThroughHistory(
    of store: SQLiteRepository,
    _ step: () async throws -> HistoryOutcome?
  ) async throws {
    let wasThere = try await store.item(id) != nil
    let before = try await records(in: store)
    _ = try await step()
    takenBack.formUnion(before.subtracting(try await records(in: store)))
    let isThere = try await store.item(id) != nil
    if isThere != wasThere { isItemTakenBack = wasThere }
  }

  private func day(_ date: NominalDate) -> Int {
    CalendarDay(String(date.description.prefix(10)))?.daysSince1970 ?? 0
  }

  private func records(in store: SQLiteRepository) async throws -> Set<Int> {
    let items = try await store.items(ItemQuery(.status([.done])))
    let days = items.compactMap { $0.occurrence.map { day($0) } }
    #expect(Set(days).count == days.count, "an occurrence has two records, \(replay)")
    return Set(days)
  }

  private func dates(_ item: Item) -> String {
    "\(item.due.map { "\($0)" } ?? "-") \(item.start.map { "\($0)" } ?? "-") "
      + (item.occurrence?.description ?? "-")
  }

  private func outline(_ item: Item) -> String {
    "\(dates(item)) \(item.title) \(item.status) at \(item.updatedAt.timeIntervalSince1970)"
  }

  private func book(in store: SQLiteRepository) async throws {
    if let item = try await store.item(id) { written.insert(dates(item)) }
  }

  private func checkDates(in store: SQLiteRepository) async throws {
    guard let item = try await store.item(id) else { return }
    #expect(written.contains(dates(item)), "dates of two occurrences are mixed, \(replay)")
  }

  private func check() async throws {
    let items = try await stores[0].items().sorted { $0.id < $1.id }
    for store in stores.dropFirst() {
      let others = try await store.items().sorted { $0.id < $1.id }
      #expect(items.count == others.count, "\(replay)")
      for (mine, other) in zip(items, others) {
        #expect(mine.hasSameContent(as: other), "\(replay)")
      }
    }
    let there = try await records(in: stores[0])
    #expect(there.isSuperset(of: recorded.subtracting(takenBack)), "a record is lost, \(replay)")
    guard let item = items.first(where: { $0.id == id }) else {
      #expect(isItemTakenBack, "the item is lost, \(replay)")
      #expect(items.count == there.count, "\(replay)")
      return
    }
    #expect(items.count == there.count + 1, "\(replay)")
    let open = try #require(item.occurrence.map { day($0) })
    for passed in RepeatingWorld.firstDay..<open {
      #expect(settled.contains(passed), "day \(passed) was skipped, \(replay)")
    }
  }
}
