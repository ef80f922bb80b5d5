import Storage
import Sync

/// Stores in the states that previews show.
enum PreviewStores {
  /// Of a fixture.
  static func fixture(_ fixture: Fixture) -> @Sendable (StoreEnvironment) throws -> any OpenedStore
  {
    { environment in try SQLiteRepository.inMemory(fixture, environment: environment) }
  }

  /// That cannot be opened.
  static let failing: @Sendable (StoreEnvironment) -> any OpenedStore = { _ in
    DisconnectedRepository(
      failing: StorageError(
        .busy,
        "Another program has the store locked. Try again when it is done."
      )
    )
  }

  /// That can be read, and has no room for more.
  static let withoutRoom: @Sendable (StoreEnvironment) throws -> any OpenedStore = { environment in
    StoreWithoutRoom(base: try SQLiteRepository.inMemory(.demo, environment: environment))
  }

  /// With items of these titles.
  static func titles(
    _ titles: String...
  ) -> @Sendable (StoreEnvironment) async throws -> any OpenedStore {
    { environment in
      let store = try SQLiteRepository.inMemory(environment: environment)
      for title in titles { try await store.add(title) }
      return store
    }
  }

  /// Of which another device changed the same notes.
  static let conflicted: @Sendable (StoreEnvironment) async throws -> any OpenedStore = {
    environment in
    var clock = HubEnvironment.live
    clock.now = { environment.now().millisecondsSince1970 }
    let hub = InProcessNetworkService(Hub(store: MemoryHubStore(), environment: clock))
    let stores = [
      try SQLiteRepository.inMemory(environment: environment),
      try SQLiteRepository.inMemory(environment: environment),
    ]
    let engines = stores.map { store in
      SyncEngine(
        store: store,
        remote: Remote(.file(path: "/hub.sqlite")),
        networkService: hub,
        environment: SyncEnvironment(
          sleep: { _ in },
          random: environment.random,
          now: { environment.now().millisecondsSince1970 }
        )
      )
    }
    var item = try await stores[0].add(
      ItemDraft(title: "Paint the boat", notes: "Two coats of white")
    )
    for engine in engines { try await engine.sync() }
    item.notes = "Three coats of white"
    try await stores[0].update(item)
    item.notes = "Two coats of blue"
    try await stores[1].update(item)
    for engine in [engines[1], engines[0]] { try await engine.sync() }
    await stores[1].close()
    return stores[0]
  }
}

/// A store on a disk that is full.
private struct StoreWithoutRoom: OpenedStore {
  let base: any OpenedStore

  private static let error = StorageError(
    .full,
    "The disk is full. Nothing was changed; make room and try again."
  )

  func item(_ id: ItemID) async throws(StorageError) -> Item? { try await base.item(id) }
  func item(number: Int) async throws(StorageError) -> Item? { try await base.item(number: number) }
  func page(_ query: ItemQuery) async throws(StorageError) -> ItemPage {
    try await base.page(query)
  }
  func count(_ filter: ItemFilter) async throws(StorageError) -> Int {
    try await base.count(filter)
  }
  func changes() -> ChangeNotices { base.changes() }
  func close() async { await base.close() }

  func write<Value: Sendable>(
    _ body: @escaping @Sendable (any ItemTransaction) throws(StorageError) -> Value
  ) async throws(StorageError) -> Value { throw StoreWithoutRoom.error }

  func readReplica<Value: Sendable>(
    _ body: @escaping @Sendable (any ReplicaTransaction) throws(StorageError) -> Value
  ) async throws(StorageError) -> Value { try await base.readReplica(body) }

  func writeReplica<Value: Sendable>(
    _ body: @escaping @Sendable (any ReplicaTransaction) throws(StorageError) -> Value
  ) async throws(StorageError) -> Value { throw StoreWithoutRoom.error }
}
