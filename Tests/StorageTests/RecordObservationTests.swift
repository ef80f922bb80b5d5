import Testing

@testable import Storage

private struct Plant: ItemRecord, Equatable {
  static let kind = "plant"
  var title: String
  var litres = 1.0
}

@Suite struct `Observed records` {
  private let store: SQLiteRepository
  private let plants: ItemRecords<Plant>

  init() throws {
    store = try .inMemory()
    plants = store.records(of: Plant.self)
  }

  @Test func `come at the start and whenever they change, and others do not`() async throws {
    let fern = try await plants.add(Plant(title: "Fern", litres: 2))
    var thirsty = plants.observe(\.litres >= 2, sort: .descending(\.litres)).makeAsyncIterator()
    #expect(try await thirsty.next()?.map(\.title) == ["Fern"])
    try await store.add("No plant")
    try await plants.add(Plant(title: "Cactus", litres: 0.1))
    try await plants.add(Plant(title: "Palm", litres: 3))
    #expect(try await thirsty.next()?.map(\.title) == ["Palm", "Fern"])
    try await plants.update(fern.id) { $0.litres = 1 }
    #expect(try await thirsty.next()?.map(\.title) == ["Palm"])
    await store.close()
    #expect(try await thirsty.next() == nil)
  }

  @Test func `one record and a number of records are observed too`() async throws {
    var counts = plants.observeCount(\.litres < 2).makeAsyncIterator()
    #expect(try await counts.next() == 0)
    let fern = try await plants.add(Plant(title: "Fern"))
    #expect(try await counts.next() == 1)
    var states = plants.observe(fern.id).makeAsyncIterator()
    #expect(try await states.next()??.title == "Fern")
    try await plants.update(fern.id) { $0.title = "Palm" }
    #expect(try await states.next()??.title == "Palm")
    try await plants.delete(fern.id)
    let gone = try await states.next()
    #expect(gone == .some(nil))
  }

  @Test func `an error ends the sequence`() async throws {
    let unknown = await firstError(of: plants.observe(\.title.count > 3))
    #expect(unknown?.code == .misuse)
    #expect(await firstError(of: plants.observeCount(\.title.count > 3))?.code == .misuse)
    try await store.add(ItemDraft(kind: "plant", title: "x", attributes: ["litres": "much"]))
    #expect(await firstError(of: plants.observe())?.code == .attributeMismatch)
  }

  private func firstError(of results: some AsyncSequence<some Any, StorageError>) async
    -> StorageError?
  {
    do throws(StorageError) {
      for try await _ in results { return nil }
      return nil
    } catch {
      return error
    }
  }
}
