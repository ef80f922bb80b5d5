#if os(Linux)
import Foundation
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

  /// A program may end right behind the last answer, so nothing else may be left to close the file then.
  @Test func `is closed at once, and whole without its log, however busy the machine is`()
    async throws
  {
    for round in 1...200 {
      let path = folder.file("hub\(round).sqlite")
      let remote = try Remote("file:\(path)")
      var engine: SyncEngine? = SyncEngine(
        store: try SQLiteRepository.inMemory(),
        remote: remote,
        networkService: try remote.makeNetworkService()
      )
      _ = try await engine?.sync()
      engine = nil
      #expect(try folder.openFileCount() == 0, "round \(round)")
      #expect(!FileManager.default.fileExists(atPath: path + "-wal"), "round \(round)")
    }
  }
}
#endif
