import Storage
import Testing

@testable import ItemModels

@MainActor @Suite struct StatsModelTests {
  @Test func `figures follow the store`() async throws {
    let store = try TestStore()
    let model = StatsModel(repository: store, query: SummaryQuery(groupings: [.list]))
    await until { model.phase == .empty }
    let item = try await store.add(ItemDraft(title: "Milk", list: "home"))
    await until { model.summary?.counts == StatusCounts(open: 1) }
    #expect(model.phase == .ready && model.summary?.lists.map(\.name) == ["home"])
    try await store.write { transaction throws(StorageError) in
      _ = try transaction.complete(item.id)
    }
    await until { model.summary?.counts == StatusCounts(done: 1) }
    model.show(SummaryQuery(.list("work")))
    await until { model.phase == .empty }
    store.failReads(with: StorageError(.damaged, "The store is damaged."))
    model.show(SummaryQuery())
    await until { model.phase.failure != nil }
    store.failReads(with: nil)
    await model.retry()
    await until { model.phase == .ready }
  }
}
