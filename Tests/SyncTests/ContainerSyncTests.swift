// What the container hands out.

import Registry
import RegistryTesting
import Storage
import Sync
import Testing

@Suite(.container) struct ContainerSyncTests {
  @Test func `in a test the network is one hub in memory`() async throws {
    let container = Container.shared
    let first = try SQLiteRepository.inMemory()
    let second = try SQLiteRepository.inMemory()
    let item = try await first.add("Milk")
    for store in [first, second] {
      let engine = SyncEngine(
        store: store,
        remote: try Remote("file:/test"),
        networkService: container.networkService()
      )
      _ = try await engine.sync()
    }
    #expect(try await second.item(item.id)?.title == "Milk")
  }

  @Test func `without a remote a sync says that none was chosen`() async throws {
    let engine = SyncEngine(
      store: try SQLiteRepository.inMemory(),
      remote: try Remote("file:/test"),
      networkService: UnavailableNetworkService.noRemote
    )
    let error = await #expect(throws: SyncError.self) { try await engine.sync() }
    #expect(error?.code == .invalidRemote)
  }
}
