import ItemContainer
import Registry
import RegistryTesting
import Storage
import Sync
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

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
}

/// The engine of the container.
@Suite(.container) struct ContainerSyncEngineTests {
  @Test func `the engine syncs the container's store with its hub`() async throws {
    let container = Container.shared
    try await container.itemRepository().add("Milk")
    #expect(try await container.syncEngine().sync().pushed == 1)
    #expect(container.syncEngine() === container.syncEngine())
    let other = SyncEngine(
      store: try SQLiteRepository.inMemory(),
      remote: try Remote("file:/test"),
      networkService: container.networkService()
    )
    #expect(try await other.sync().pulled == 1)
  }

  @Test func `a remote that was registered is the one that the store remembers`() async throws {
    let container = Container.shared
    let remote = try Remote("file:/shared/hub.sqlite")
    container.syncRemote.register { remote }
    try await container.syncEngine().sync()
    #expect(try await container.replicaStore().syncStatus().remote == remote.description)
  }

  // A clock that waits would hold up these tests for days, rather than fail them after some time.

  @Test func `in a test the engine's pauses are over at once`() async throws {
    let environment = Container.shared.syncEnvironment()
    try await environment.sleep(.seconds(10 * 86_400))
    #expect(DependencyValues.current.continuousClock is ImmediateClock)
  }

  @Test func `a network that fails is given up after pauses of the container's clock alone`()
    async throws
  {
    let clock = CountingClock()
    try await withDependencies {
      $0.continuousClock = clock
    } operation: {
      let container = Container.shared
      container.networkService.register { .failing }
      try await container.itemRepository().add("Milk")
      let error = await #expect(throws: SyncError.self) {
        try await container.syncEngine().sync()
      }
      #expect(error?.code == .unreachable)
      #expect(try await container.replicaStore().syncStatus().unsynced == 1)
    }
    // Five tries, with a pause between each two.
    #expect(clock.sleeps == 4)
  }

  @Test func `without a remote each use says so, and the store is left alone`() async throws {
    try await FactoryContext.withContext {
      let container = Container.shared
      container.storeLocation.register { .memory }
      try await container.itemRepository().add("Milk")
      let engine = container.syncEngine()
      let sync = await #expect(throws: SyncError.self) { try await engine.sync() }
      let plan = await #expect(throws: SyncError.self) { try await engine.plan() }
      let wait = await #expect(throws: SyncError.self) { try await engine.waitForChanges() }
      #expect([sync, plan, wait].allSatisfy { $0?.code == .invalidRemote })
      #expect(sync?.message.contains("No hub was chosen") == true)
      #expect(try await container.replicaStore().syncStatus().remote == nil)
    }
  }

  @Test func `the time that a sync notes is the store's`() async throws {
    let container = Container.shared
    let noon = Date(timeIntervalSince1970: 1_800_000_000)
    let random = StoreEnvironment.live.random
    container.storeEnvironment.register { StoreEnvironment(now: { noon }, random: random) }
    try await container.syncEngine().sync()
    #expect(try await container.replicaStore().syncStatus().lastSync == noon)
  }
}

/// A clock whose sleeps are over at once, and are counted.
private final class CountingClock: Clock {
  private let base = ImmediateClock()
  private let count = Locked(0)

  var sleeps: Int { count.withLock { $0 } }
  var now: ImmediateClock.Instant { base.now }
  var minimumResolution: Duration { base.minimumResolution }

  func sleep(until deadline: ImmediateClock.Instant, tolerance: Duration?) async throws {
    count.withLock { $0 += 1 }
    try await base.sleep(until: deadline, tolerance: tolerance)
  }
}
