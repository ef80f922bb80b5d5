import Registry
import RegistryTesting
import Storage
import Sync
import Testing

// The blocks of the article "Testing with a failing network".

struct FullHub: NetworkService {
  func send(_ request: NetworkRequest) async throws(NetworkError) -> NetworkResponse {
    NetworkResponse(status: 507)
  }
}

@Test(.container { $0.networkService.register(.failing) })
func `what was added stays for later`() async throws {
  let store = Container.shared.replicaStore()
  try await Container.shared.itemRepository().add("Milk")
  let error = await #expect(throws: SyncError.self) {
    try await Container.shared.syncEngine().sync()
  }
  #expect(error?.code == .unreachable)
  #expect(try await store.syncStatus().unsynced == 1)
}

@Suite struct TestingWithAFailingNetworkArticleTests {
  @Test func `networks are as bad as one likes`() async throws {
    let hub = InProcessNetworkService(.inMemory())
    let services: [any NetworkService] = [
      .failing,
      .slow(.milliseconds(20), hub),
      .flaky(seed: 42, hub),
    ]
    let store = try SQLiteRepository.inMemory()
    for service in services {
      let engine = SyncEngine(
        store: store,
        remote: try Remote("file:/shared/hub.sqlite"),
        networkService: service,
        environment: SyncEnvironment(sleep: { _ in }, random: { 0 })
      )
      _ = try? await engine.sync()
    }
    #expect(try await store.syncStatus().remote != nil)
  }

  @Test func `an engine gives up without waiting`() async throws {
    let store = try SQLiteRepository.inMemory()
    let remote = try Remote("file:/shared/hub.sqlite")
    try await store.add("Milk")
    let environment = SyncEnvironment(sleep: { _ in }, random: { 0 })
    let engine = SyncEngine(
      store: store,
      remote: remote,
      networkService: .failing,
      environment: environment
    )
    let error = await #expect(throws: SyncError.self) { try await engine.sync() }
    #expect(error?.code == .unreachable)
    #expect(try await store.syncStatus().unsynced == 1)
  }

  @Test func `a full hub is told from others`() async throws {
    let engine = SyncEngine(
      store: try SQLiteRepository.inMemory(),
      remote: try Remote("file:/shared/hub.sqlite"),
      networkService: FullHub()
    )
    let error = await #expect(throws: SyncError.self) { try await engine.sync() }
    #expect(error?.code == .quota)
  }
}
