#if os(Linux)
import Foundation
import Storage
import Sync
import TemporaryFolders
import Testing

/// What closes the file of a hub.
@Suite struct `The file of a hub` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// How many files of the folder this process has open.
  private func openFiles() throws -> Int {
    let all = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
    let paths = all.compactMap {
      try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
    }
    return paths.count { $0.hasPrefix(folder.path + "/") }
  }

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
    #expect(try openFiles() > 0)
    engine = nil
    #expect(try openFiles() == 0)
  }
}
#endif
