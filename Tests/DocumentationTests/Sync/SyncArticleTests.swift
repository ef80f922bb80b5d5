import Storage
import Sync
import Testing

// The blocks of the landing page of Sync.

func keepSynced(_ store: SQLiteRepository, at path: String, with hub: Remote) async throws {
  let engine = SyncEngine(
    store: store,
    remote: hub,
    networkService: try hub.makeNetworkService(),
    lease: .file(beside: path)
  )
  try await engine.follow(store.changes()) { activity in
    switch activity {
    case .progress(let progress): print(progress.phase, progress.summary.pushed, progress.unsynced)
    case .synced(let summary): print("\(summary.pulled) came")
    case .failed(let error, let pause): print(error.message, "Once more in \(pause).")
    }
  }
}

@Suite struct SyncArticleTests {
  @Test func `a store is synced`() async throws {
    let folder = try ArticleFolder()
    let path = folder.file("hub.sqlite")
    let store = try SQLiteRepository.inMemory(.full)
    let hub = try Remote("file:\(path)")
    let engine = SyncEngine(store: store, remote: hub, networkService: try hub.makeNetworkService())
    let summary = try await engine.sync()
    print(summary.pushed, summary.pulled, summary.conflicts)
    #expect(summary.pushed == Fixture.full.drafts.underestimatedCount)
  }

  @Test func `a store is followed`() async throws {
    let folder = try ArticleFolder()
    let path = folder.file("items.sqlite")
    let store = try SQLiteRepository(at: path)
    let hub = try Remote("file:\(folder.file("hub.sqlite"))")
    let following = Task { try await keepSynced(store, at: path, with: hub) }
    try await store.add("Milk")
    let other = try SQLiteRepository.inMemory()
    let engine = SyncEngine(
      store: other,
      remote: hub,
      networkService: try hub.makeNetworkService()
    )
    while try await other.count(.all) == 0 { _ = try await engine.sync() }
    following.cancel()
    let error = await #expect(throws: SyncError.self) { try await following.value }
    #expect(error?.code == .cancelled)
    await store.close()
  }
}
