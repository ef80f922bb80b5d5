import Storage
import Testing

@testable import ItemModels

@MainActor @Suite struct ItemOutlineTests {
  private static let zone = LocalZone.fixed(secondsFromGMT: 0)

  private func model(
    _ store: any ItemRepository,
    sort: [ItemSort] = ItemQuery.defaultSort,
    filter: ItemFilter = .status([.open])
  ) -> ItemListModel {
    let query = ItemQuery(filter, sort: sort, zone: Self.zone)
    let model = ItemListModel(repository: store, query: query, environment: testEnvironment)
    model.isTree = true
    return model
  }

  private static func day(_ offset: Int) -> DayOrInstant {
    .day(zone.day(of: testNow).adding(days: offset))
  }

  private func rows(_ model: ItemListModel) -> [String] {
    model.items.map { item in
      let place = model.places[item.id] ?? OutlinePlace()
      let progress = place.steps > 0 ? " \(place.doneSteps)/\(place.steps)" : ""
      return String(repeating: "-", count: place.level) + (place.isFolded ? ">" : "")
        + item.title + progress
    }
  }

  /// A trip with three steps, one of them with two steps of its own, and an item beside it.
  private func trip(in store: TestStore) async throws -> [String: Item] {
    let trip = try await store.base.add(ItemDraft(title: "trip", due: Self.day(20)))
    let train = try await store.base.add(
      ItemDraft(title: "train", due: Self.day(9), parent: trip.id)
    )
    let room = try await store.base.add(ItemDraft(title: "room", parent: trip.id))
    let seat = try await store.base.add(ItemDraft(title: "seat", parent: train.id))
    try await store.base.add(ItemDraft(title: "map", status: .done, parent: trip.id))
    let milk = try await store.base.add(ItemDraft(title: "milk", due: Self.day(1)))
    return ["trip": trip, "train": train, "room": room, "seat": seat, "milk": milk]
  }

  @Test func `items stand below those that they are parts of, with the progress of each`()
    async throws
  {
    let store = try TestStore(environment: testEnvironment)
    _ = try await trip(in: store)
    let model = model(store)
    await until { model.phase == .ready }
    #expect(rows(model) == ["milk", "trip 1/3", "-train 0/1", "--seat", "-room"])
    #expect(model.sections.map(\.kind) == [.tomorrow, .later])
    #expect(model.sections.map(\.items.count) == [1, 4])
    model.isTree = false
    await until { model.items.map(\.title) == ["milk", "train", "trip", "room", "seat"] }
    #expect(model.places.isEmpty)
  }

  @Test func `what the list does not have leaves the items below it at their own place`()
    async throws
  {
    let store = try TestStore(environment: testEnvironment)
    let items = try await trip(in: store)
    let model = model(store)
    await until { model.items.count == 5 }
    try await store.base.complete(#require(items["train"]).id)
    await until { rows(model) == ["milk", "trip 2/3", "-room", "seat"] }
    // A circle that two devices make has each of its items at the top.
    model.query = ItemQuery(.tags(.any, ["none"]), zone: Self.zone)
    await until { model.phase == .empty }
  }

  @Test func `what is due by today stands at its own date, not below what is due later`()
    async throws
  {
    let store = try TestStore(environment: testEnvironment)
    let items = try await trip(in: store)
    var train = try #require(items["train"])
    train.due = Self.day(-1)
    try await store.base.update(train)
    let model = model(store)
    await until { model.phase == .ready }
    #expect(rows(model) == ["train 0/1", "-seat", "milk", "trip 1/3", "-room"])
    // In another order no date is at stake.
    let byNumber = self.model(store, sort: [.ascending(.number)])
    await until { byNumber.phase == .ready }
    #expect(rows(byNumber) == ["trip 1/3", "-train 0/1", "--seat", "-room", "milk"])
  }

  @Test func `folding hides what is below, and an item that is looked for is unfolded`()
    async throws
  {
    let store = try TestStore(environment: testEnvironment)
    let items = try await trip(in: store)
    let model = model(store)
    await until { model.phase == .ready }
    let (trip, seat, milk) = try (
      #require(items["trip"]).id, #require(items["seat"]).id, #require(items["milk"]).id
    )
    #expect(model.toggleFold(milk) == nil)
    #expect(model.toggleFold(trip) == trip)
    #expect(rows(model) == ["milk", ">trip 1/3"])
    #expect(model.sections.map(\.items.count) == [1, 1])
    #expect(await model.reveal(seat))
    #expect(rows(model) == ["milk", "trip 1/3", "-train 0/1", "--seat", "-room"])
    // Of an item with nothing below it, the one above is folded.
    #expect(model.toggleFold(seat) == items["train"]?.id)
    #expect(rows(model) == ["milk", "trip 1/3", "->train 0/1", "-room"])
    model.toggleAllFolds()
    #expect(rows(model).count == 5)
    model.toggleAllFolds()
    #expect(rows(model) == ["milk", ">trip 1/3"])
  }

  @Test func `what a repeating item leaves behind is no progress`() async throws {
    let store = try TestStore(environment: testEnvironment)
    let rule = try Repeat(RepeatRule("FREQ=DAILY"), from: .day(2026, 11, 23))
    let fern = try await store.base.add(
      ItemDraft(title: "fern", due: Self.day(0), repeat: rule)
    )
    try await store.base.complete(fern.id)
    let model = model(store, filter: .all)
    await until { model.items.count == 2 }
    #expect(model.places[fern.id]?.steps == 0)
  }

  @Test func `a list without levels takes one read more, and one of levels a few`() async throws {
    let flat = try TestStore(.large(count: 1_000))
    let model = model(flat)
    await until { model.phase == .ready }
    // The items, and whether anything is below them.
    #expect(flat.reads.arrivals == 2)
    let store = try TestStore(environment: testEnvironment)
    _ = try await trip(in: store)
    let before = store.reads.arrivals
    let tree = self.model(store)
    await until { tree.phase == .ready }
    #expect(store.reads.arrivals - before <= 5)
  }

  @Test func `a window of items that stand below others has as many rows as it can`() async throws {
    let store = try TestStore(environment: testEnvironment)
    try await store.base.write { transaction throws(StorageError) in
      for parent in 0..<30 {
        let above = try transaction.add(ItemDraft(title: "p\(parent)"))
        for step in 0..<30 {
          try transaction.add(ItemDraft(title: "a\(parent) \(step)", parent: above.id))
        }
      }
    }
    // All steps come before the first of their parents.
    let model = model(store, sort: [.ascending(.title)])
    await until { model.phase == .ready }
    #expect(model.items.count == 930 && model.items.first?.title == "p0")
    #expect(model.places.values.count { $0.level == 1 } == 900)
  }
}
