import Storage
import Sync
import Testing

// The blocks of the article "How sync works".

@Suite struct HowSyncWorksArticleTests {
  private let store: SQLiteRepository
  private let engine: SyncEngine

  init() throws {
    store = try SQLiteRepository.inMemory()
    engine = SyncEngine(
      store: store,
      remote: try Remote("file:/shared/hub.sqlite"),
      networkService: InProcessNetworkService(.inMemory())
    )
  }

  @Test func `what a run would do is seen beforehand`() async throws {
    try await store.add("Milk")
    let plan = try await engine.plan { direction, change in
      print(direction, change.title, change.effect, change.fields)
    }
    print("\(plan.pushes) to push, \(plan.pulls) to pull")
    #expect(plan == SyncPlan(beginning: .first, pushes: 1, pulls: 0))
    #expect(try await store.syncStatus().remote == nil)
  }

  @Test func `store and hub are compared`() async throws {
    try await store.add("Milk")
    let summary = try await engine.sync(verifies: true)
    if let verification = summary.verification, verification.differences > 0 {
      for difference in try await engine.differences() {
        print(difference.item, difference.title, difference.kind)
      }
    }
    #expect(summary.verification?.isEqual == true)
    #expect(try await engine.differences() == [])
  }
}
