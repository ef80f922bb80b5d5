import Storage
import Testing

@testable import ItemModels

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@MainActor @Suite struct ItemListModelTests {
  private func model(
    _ store: any ItemRepository,
    _ query: ItemQuery = .open
  ) -> ItemListModel {
    ItemListModel(repository: store, query: query, environment: testEnvironment)
  }

  private static func day(_ offset: Int) -> DayOrInstant {
    .day(LocalZone.fixed(secondsFromGMT: 0).day(of: testNow).adding(days: offset))
  }

  // MARK: - What is shown

  @Test func `a store without items is empty, and the first item is shown`() async throws {
    let store = try TestStore()
    let model = model(store)
    #expect(model.phase == .loading)
    await until { model.phase == .empty }
    #expect(model.items.isEmpty && model.sections.isEmpty && model.total == 0)
    try await store.add("Milk")
    await until { model.phase == .ready }
    #expect(model.items.map(\.title) == ["Milk"] && model.total == 1)
  }

  @Test func `the fixture full is shown in the order of the query`() async throws {
    let store = try TestStore(.full)
    let model = model(store)
    await until { model.phase == .ready }
    let expected = try await store.base.items(.open)
    #expect(model.items == expected && model.total == expected.count)
    #expect(model.sections.flatMap(\.items) == expected)
    #expect(!model.hasEarlier && !model.hasLater)
  }

  @Test func `items stand under headings by the day on which they are due`() async throws {
    let store = try TestStore()
    let offsets: [(Int?, ItemSection.Kind)] = [
      (-40, .overdue), (-1, .overdue), (0, .today), (1, .tomorrow), (2, .upcoming), (7, .upcoming),
      (8, .later), (400, .later), (nil, .undated),
    ]
    for (offset, _) in offsets.reversed() {
      try await store.add(ItemDraft(title: "\(offset ?? 0)", due: offset.map(Self.day)))
    }
    // Of today, and over already.
    try await store.add(
      ItemDraft(title: "8:00", due: .instant(testNow.addingTimeInterval(-4 * 3_600)))
    )
    let model = model(store)
    await until { model.phase == .ready }
    let found = model.sections.flatMap { section in section.items.map { ($0.title, section.kind) } }
    var expected = offsets.map { ("\($0.0 ?? 0)", $0.1) }
    expected.insert(("8:00", .overdue), at: 2)
    #expect(found.map(\.0) == expected.map(\.0))
    #expect(found.map(\.1) == expected.map(\.1))
    #expect(model.items.map(\.title) == found.map(\.0))
    #expect(Set(model.sections.map(\.id)).count == model.sections.count)
    var byTitle = ItemQuery.open
    byTitle.sort = [.ascending(.title)]
    model.query = byTitle
    await until { model.sections.map(\.kind) == [.all] }
    #expect(model.items.count == 10)
  }

  @Test func `another query is shown, and its old answer is not`() async throws {
    let store = try TestStore()
    try await store.add(ItemDraft(title: "Milk", list: "home"))
    try await store.add(ItemDraft(title: "Report", list: "work"))
    store.reads.close()
    let model = model(store)
    await store.reads.waitForArrivals(1)
    // The first read hangs; its answer comes when another one is wanted.
    var work = ItemQuery.open
    work.filter = .and([.status([.open]), .list("work")])
    model.query = work
    store.reads.open()
    await until { model.phase != .loading }
    #expect(model.items.map(\.title) == ["Report"])
    #expect(model.query == work)
  }

  @Test func `changes of another connection are shown`() async throws {
    let folder = FileManager.default.temporaryDirectory.path + "/models-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let location = StoreLocation.sqlite(path: "\(folder)/a.sqlite")
    let here = try location.open()
    let other = try location.open()
    let model = model(here)
    await until { model.phase == .empty }
    let item = try await other.add("Milk")
    await until { model.items.map(\.id) == [item.id] }
    try await other.delete(item.id)
    await until { model.phase == .empty }
    await other.close()
    await here.close()
  }

  @Test func `what is due tomorrow is due today after midnight`() async throws {
    let clock = TestClock(testNow)
    let environment = StoreEnvironment(
      now: { clock.now },
      random: StoreEnvironment.live.random
    )
    let store = try TestStore(environment: environment)
    try await store.add(ItemDraft(title: "Milk", due: Self.day(1)))
    let model = ItemListModel(
      repository: store,
      query: .open,
      environment: environment,
      timer: clock.timer
    )
    await until { model.sections.map(\.kind) == [.tomorrow] }
    clock.pass(to: testNow.addingTimeInterval(86_400))
    await until { model.sections.map(\.kind) == [.today] }
  }

  // MARK: - The window

  @Test func `of many items a window is held, which moves to both ends`() async throws {
    let store = try TestStore(.large(count: 3_000))
    let model = model(store, ItemQuery(.all, zone: .fixed(secondsFromGMT: 0)))
    let all = try await store.base.items(model.query)
    await until { model.phase == .ready }
    #expect(model.hasLater && !model.hasEarlier)
    #expect(model.items == Array(all[..<300]))
    await until { model.total == 3_000 }
    var (start, steps) = (0, 0)
    while model.hasLater {
      let before = model.items
      model.showLater()
      await until { model.items != before }
      start += 100
      steps += 1
      #expect(model.items == Array(all[start..<min(start + 300, 3_000)]))
    }
    #expect(steps == 27 && model.items.last == all.last)
    while model.hasEarlier {
      let before = model.items
      model.showEarlier()
      await until { model.items != before }
      start -= 100
      #expect(model.items == Array(all[start..<start + 300]))
    }
    await model.showLast()
    await until { model.items.last == all.last }
    #expect(!model.hasLater && model.hasEarlier && model.items.count == 300)
    model.showFirst()
    await until { model.items.first == all.first }
    #expect(await model.reveal(all[1_700].id))
    await until { model.items.contains(all[1_700]) }
    #expect(model.items.count == 300)
    #expect(await model.reveal(ItemID(high: 1, low: 2)) == false)
    #expect(model.items.contains(all[1_700]))
  }

  @Test func `the items are shown before they are counted, and a new query's are counted again`()
    async throws
  {
    let store = try TestStore(.large(count: 1_000))
    store.counts.close()
    // The clock stands still, since a minute that is over is a change as well.
    let model = ItemListModel(
      repository: store,
      query: ItemQuery(.all, zone: .fixed(secondsFromGMT: 0)),
      environment: testEnvironment,
      timer: TestClock(testNow).timer
    )
    await until { model.phase == .ready }
    #expect(model.items.count == 300 && model.total == 300)
    store.counts.open()
    await until { model.total == 1_000 }
    // A window that moves shows as many items, which are not counted again; a change of the store is.
    let arrivals = store.counts.arrivals
    model.showLater()
    await until { model.hasEarlier }
    #expect(model.total == 1_000)
    try await store.add("Milk")
    await until { model.total == 1_001 }
    #expect(store.counts.arrivals == arrivals + 1)
    // A new query waits until the count before it has come to its end.
    store.counts.close()
    model.query = ItemQuery(.status([.open]), zone: .fixed(secondsFromGMT: 0))
    await until { model.phase == .ready }
    #expect(model.total == 300)
    store.counts.open()
    let open = try await store.base.count(.status([.open]))
    await until { model.total == open }
    #expect(open > 300 && open < 1_000)
  }

  @Test(arguments: [
    ItemSort.ascending(.due), .descending(.title), .ascending(.attribute("minutes")),
  ])
  func `the end of a long list takes few reads, and the pages before it are known`(
    sort: ItemSort
  ) async throws {
    let store = try TestStore(.large(count: 5_000))
    let query = ItemQuery(.all, sort: [sort], zone: .fixed(secondsFromGMT: 0))
    let model = model(store, query)
    let all = try await store.base.items(query)
    await until { model.phase == .ready }
    let before = store.reads.arrivals
    await model.showLast()
    await until { model.items == Array(all[4_700...]) }
    // Two on the way, and what is shown.
    #expect(store.reads.arrivals - before == 3)
    for start in [4_600, 4_500, 4_400, 4_300] {
      model.showEarlier()
      await until { model.items == Array(all[start..<start + 300]) }
    }
    // On either side of where one read ended and the next one began, and at both ends.
    let places = [(0, 0), (3_999, 3_800), (199, 0), (4_000, 3_900), (0, 0), (4_999, 4_800)]
    for (index, start) in places {
      #expect(await model.reveal(all[index].id))
      await until { model.items == Array(all[start..<min(start + 300, 5_000)]) }
    }
    #expect(await model.reveal(ItemID(high: 1, low: 2)) == false)
  }

  @Test func `the end of what a search finds is reached in the order of relevance`() async throws {
    let store = try TestStore(.large(count: 1_500))
    let query = ItemQuery(
      .text("the"),
      sort: [.ascending(.relevance)],
      zone: .fixed(secondsFromGMT: 0)
    )
    let model = model(store, query)
    let all = try await store.base.items(query)
    #expect(all.count > 1_000)
    await until { model.phase == .ready }
    await model.showLast()
    await until { model.items.last == all.last }
    #expect(!model.hasLater && model.items == Array(all.suffix(model.items.count)))
    #expect(await model.reveal(all[300].id))
    await until { model.items.contains(all[300]) }
  }

  @Test func `a window stays where it is while items come and go around it`() async throws {
    let store = try TestStore(.large(count: 2_000))
    let query = ItemQuery(.all, sort: [.ascending(.number)], zone: .fixed(secondsFromGMT: 0))
    let model = model(store, query)
    await until { model.phase == .ready }
    for _ in 0..<3 {
      let before = model.items
      model.showLater()
      await until { model.items != before }
    }
    let first = try #require(model.items.first)
    // Half of what stands before it, and one within it.
    let numbers = Set((1..<first.number).filter { $0.isMultiple(of: 2) })
    let gone = try await store.base.items(ItemQuery(.numbers(numbers))).map(\.id)
    let inside = model.items[10].id
    try await store.write { transaction throws(StorageError) in
      for id in gone + [inside] { try transaction.delete(id) }
    }
    await until { !model.items.contains { $0.id == inside } }
    #expect(model.items.first == first && model.items.count == 300)
    while model.hasEarlier {
      let before = model.items
      model.showEarlier()
      await until { model.items != before || !model.hasEarlier }
    }
    let all = try await store.base.items(query)
    await until { model.items == Array(all[..<300]) && model.total == all.count }
  }

  @Test func `a window whose items are gone moves back to those that are left`() async throws {
    let store = try TestStore(.large(count: 1_000))
    let query = ItemQuery(.all, sort: [.ascending(.number)], zone: .fixed(secondsFromGMT: 0))
    let model = model(store, query)
    await until { model.phase == .ready }
    await model.showLast()
    await until { !model.hasLater }
    let left = try await store.base.items(ItemQuery(.numbers([1, 2])))
    let gone = try await store.base.items(query).map(\.id).dropFirst(2)
    try await store.write { transaction throws(StorageError) in
      for id in gone { try transaction.delete(id) }
    }
    await until { model.items == left }
    #expect(!model.hasEarlier && model.total == 2)
  }

  // MARK: - Actions

  @Test func `items are added, edited, done, deleted, and all of it undone`() async throws {
    let store = try TestStore(environment: testEnvironment)
    let model = model(store)
    let added = await model.add(ItemDraft(title: "Milk", due: Self.day(0)))
    let milk = try #require(added)
    await model.add(ItemDraft(title: "Bread"))
    await until { model.items.count == 2 }
    await model.edit([milk.id]) { $0.title = "Oat milk" }
    await until { model.items.first?.title == "Oat milk" }
    await model.complete([milk.id])
    await until { model.items.map(\.title) == ["Bread"] }
    #expect(try await store.base.item(milk.id)?.completedAt == testNow)
    await model.reopen([milk.id])
    await until { model.items.count == 2 }
    model.selection = [milk.id]
    await model.delete(model.selection)
    await until { model.items.map(\.title) == ["Bread"] }
    #expect(model.selection.isEmpty && model.failure == nil)
    #expect(await model.undo())
    await until { model.items.count == 2 }
    #expect(await model.redo())
    await until { model.items.count == 1 }
    var steps = 0
    while await model.undo() { steps += 1 }
    #expect(steps == 6)
    await until { model.phase == .empty }
  }

  @Test func `what is gone already is passed over`() async throws {
    let store = try TestStore()
    let model = model(store)
    let milk = try await store.add("Milk")
    await model.complete([ItemID(high: 1, low: 2), milk.id])
    #expect(model.failure == nil)
    #expect(try await store.base.item(milk.id)?.status == .done)
  }

  // MARK: - What fails

  @Test func `a store that cannot be opened is told, and opened again`() async throws {
    let isThere = Switch()
    let base = try SQLiteRepository.inMemory(.full)
    let error = StorageError(.cannotOpen, "There is no disk. Put it in.")
    let store = DisconnectedRepository(after: error) { () throws(StorageError) in
      guard isThere.isOn else { throw error }
      return base
    }
    let model = model(store)
    await until { model.phase.failure != nil }
    #expect(model.phase == .failed(ModelFailure("There is no disk. Put it in.", action: .retry)))
    await model.retry()
    await until { model.phase.failure != nil }
    isThere.isOn = true
    await model.retry()
    await until { model.phase == .ready }
    #expect(!model.items.isEmpty)
  }

  @Test func `a read that fails is told, and the next change reads again`() async throws {
    let store = try TestStore(.full)
    store.failReads(with: StorageError(.busy, "Another program writes. Try again."))
    let model = model(store)
    await until { model.phase.failure?.action == .retry }
    store.failReads(with: nil)
    try await store.base.add("Milk")
    await until { model.phase == .ready }
  }

  @Test func `a write that fails is told, changes nothing, and is no failure of reading`()
    async throws
  {
    let store = try TestStore(.full)
    let model = model(store)
    await until { model.phase == .ready }
    let before = model.items
    store.failWrites(with: StorageError(.full, "The disk is full. Make room."))
    #expect(await model.add(ItemDraft(title: "Milk")) == nil)
    #expect(model.failure == ModelFailure("The disk is full. Make room.", action: .retry))
    await model.delete(Set(before.prefix(1).map(\.id)))
    #expect(model.phase == .ready && model.items == before)
    store.failWrites(with: nil)
    #expect(await model.add(ItemDraft(title: "")) == nil)
    #expect(model.failure?.action == .correct)
    model.dismissFailure()
    #expect(model.failure == nil)
  }

  @Test func `a store that is closed is told`() async throws {
    let store = try TestStore(.full)
    let model = model(store)
    await until { model.phase == .ready }
    await store.close()
    await until { model.phase.failure != nil }
  }

  @Test func `a model that nobody holds reads no more`() async throws {
    let store = try TestStore(.full)
    weak var gone: ItemListModel?
    do {
      let model = model(store)
      gone = model
      await until { model.phase == .ready }
    }
    #expect(gone == nil)
    let before = store.reads.arrivals
    let other = model(store)
    try await store.add("Milk")
    await until { other.items.contains { $0.title == "Milk" } }
    // One model's reads: at its start, and one for the change, or none where both came together.
    #expect(store.reads.arrivals - before <= 3)
  }
}

/// Something that a test turns on.
private final class Switch: Sendable {
  private let state = Locked(false)
  var isOn: Bool {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }
}

/// A clock whose timers look when a test moves it.
private final class TestClock: Sendable {
  private let state: Locked<(now: Date, waiting: [CheckedContinuation<Void, Never>])>

  init(_ now: Date) { state = Locked((now, [])) }

  var now: Date { state.withLock { $0.now } }

  var timer: DayTimer {
    DayTimer(
      now: { self.now },
      sleep: { _ in
        await withCheckedContinuation { continuation in
          self.state.withLock { $0.waiting.append(continuation) }
        }
        try Task.checkCancellation()
      }
    )
  }

  func pass(to date: Date) {
    let waiting = state.withLock { state in
      state.now = date
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  deinit { for continuation in state.withLock({ $0.waiting }) { continuation.resume() } }
}
