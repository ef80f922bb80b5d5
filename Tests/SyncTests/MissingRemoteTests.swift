// Programs that name no hub.

import Storage
import Sync
import Testing

@Suite struct MissingRemoteTests {
  @Test func `a sync without a hub says that none was chosen`() async throws {
    let engine = SyncEngine(
      store: try SQLiteRepository.inMemory(),
      remote: try Remote("file:/test"),
      networkService: UnavailableNetworkService.noRemote
    )
    let error = await #expect(throws: SyncError.self) { try await engine.sync() }
    #expect(error?.code == .invalidRemote)
  }

  @Test func `an engine without a hub says so at each use, and leaves the store alone`()
    async throws
  {
    let store = try SQLiteRepository.inMemory()
    try await store.add("Milk")
    let engine = SyncEngine(withoutRemote: store)
    let sync = await #expect(throws: SyncError.self) { try await engine.sync() }
    let plan = await #expect(throws: SyncError.self) { try await engine.plan() }
    let wait = await #expect(throws: SyncError.self) { try await engine.waitForChanges() }
    #expect([sync, plan, wait].allSatisfy { $0?.code == .invalidRemote })
    #expect(sync?.message.contains("No hub was chosen") == true)
    #expect(try await store.syncStatus().remote == nil)
  }
}
