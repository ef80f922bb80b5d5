import ItemModels
import Storage
import Testing

/// A record of these tests.
private struct Habit: ItemRecord {
  static let kind = "habit"
  var title: String
  var times: Int
}

@MainActor @Suite struct FetchedResultsTests {
  @Test func `items follow the store, and another query is loaded`() async throws {
    let store = try SQLiteRepository.inMemory()
    let results = FetchedResults(repository: store, query: ItemQuery(.list("home"), limit: 100))
    #expect(results.elements.isEmpty && results.phase == .loading)
    await until { results.phase == .empty }
    let milk = try await store.add(ItemDraft(title: "Milk", list: "home"))
    let report = try await store.add(ItemDraft(title: "Report", list: "work"))
    await until { results.elements == [milk] }
    #expect(results.phase == .ready)
    results.load(ItemQuery(.list("work")))
    await until { results.elements == [report] }
  }

  @Test func `records follow the store, and another filter is loaded`() async throws {
    let store = try SQLiteRepository.inMemory()
    let results = FetchedResults(repository: store, where: \Habit.times < 3)
    await until { results.phase == .empty }
    let habits = store.records(of: Habit.self)
    try await habits.add(Habit(title: "Run", times: 1))
    try await habits.add(Habit(title: "Read", times: 5))
    await until { results.elements.map(\.record.title) == ["Run"] }
    results.load(where: \Habit.times > 3)
    await until { results.elements.map(\.record.title) == ["Read"] }
  }

  @Test func `a failure of the store is the phase, until a retry succeeds`() async throws {
    let store = try TestStore()
    let item = try await store.base.add("Milk")
    let failure = StorageError(.inputOutput, "The disk is gone.")
    store.failReads(with: failure)
    let results = FetchedResults(repository: store, query: ItemQuery(limit: 100))
    await until { results.phase.failure?.message == failure.message }
    #expect(results.elements.isEmpty)
    store.failReads(with: nil)
    await results.retry()
    await until { results.phase == .ready && results.elements == [item] }
  }
}
