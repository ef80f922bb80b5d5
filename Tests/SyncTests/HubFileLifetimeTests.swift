#if os(Linux)
import Storage
import Sync
import TemporaryFolders
import Testing

/// The way to close the file of a hub.
@Suite struct `The file of a hub` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `is closed when the engine with its network service is released`() async throws {
    let store = try SQLiteRepository.inMemory()
    try await store.add("Milk")
    let remote = try Remote("file:\(folder.file("hub.sqlite"))")
    var engine: SyncEngine? = SyncEngine(
      store: store,
      remote: remote,
      networkService: try remote.makeNetworkService()
    )
    #expect(try await engine?.sync().pushed == 1)
    #expect(try folder.openFileCount() > 0)
    engine = nil
    #expect(try folder.openFileCount() == 0)
  }
}
#endif
