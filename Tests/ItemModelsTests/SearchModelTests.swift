import Storage
import Testing

@testable import ItemModels

@MainActor @Suite struct SearchModelTests {
  @Test func `results come as one types, and an outdated search is never shown`() async throws {
    let store = try TestStore()
    for title in ["Milk", "Mill", "Mint", "Bread"] { try await store.add(title) }
    let model = SearchModel(repository: store)
    await until { model.searched == "" && model.phase == .ready }
    #expect(model.results.isEmpty)
    model.text = "mi"
    await until { model.searched == "mi" }
    #expect(model.results.count == 3 && model.total == 3)
    let before = store.reads.arrivals
    store.reads.close()
    model.text = "mil"
    await store.reads.waitForArrivals(before + 1)
    model.text = "mint"
    store.reads.open()
    await until { model.searched != "mi" }
    #expect(model.searched == "mint" && model.results.map(\.title) == ["Mint"])
    model.text = "xyz"
    await until { model.phase == .empty }
    model.text = ""
    await until { model.searched == "" }
    #expect(model.phase == .ready && model.results.isEmpty)
  }

  @Test func `of many results the best are shown, and all are counted`() async throws {
    let store = try TestStore(.large(count: 2_000))
    let model = SearchModel(repository: store, filter: .status([.open]), limit: 20)
    model.text = "the"
    await until { model.searched == "the" }
    let filter = ItemFilter.and([.text("the"), .status([.open])])
    #expect(model.results.count == 20)
    #expect(model.total == (try await store.base.count(filter)) && model.total > 20)
  }

  @Test func `results follow the store, and failures are told`() async throws {
    let store = try TestStore()
    let model = SearchModel(repository: store)
    model.text = "milk"
    await until { model.phase == .empty }
    let item = try await store.add("Milk")
    await until { model.results == [item] }
    store.failReads(with: StorageError(.busy, "Another program writes. Try again."))
    model.text = "bread"
    await until { model.phase.failure?.action == .retry }
    store.failReads(with: nil)
    await model.retry()
    await until { model.phase == .empty }
  }
}
