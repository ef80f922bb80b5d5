// The container's factories of the store: which one, in which context.

public import Registry
public import Storage

extension Container {
  /// The location of the live store: by default the running program's own; register another one here.
  public var storeLocation: Factory<StoreLocation> {
    self { StoreLocation.standard(program: StoreLocation.runningProgram) ?? .memory }
  }

  /// How the live store is opened.
  public var storeOptions: Factory<StoreOptions> {
    self { StoreOptions() }
  }

  /// The clock and the randomness that stores use.
  public var storeEnvironment: Factory<StoreEnvironment> {
    self { .live }
  }

  /// The items with which a store in memory starts: all kinds in previews, none elsewhere.
  public var storeFixture: Factory<Fixture> {
    self { .empty }.onPreview { .full }.onTest { .empty }
  }

  /// The item repository: live on disk, in memory in previews and tests.
  ///
  /// If a live store cannot be opened, each use of it throws that error; see
  /// `DisconnectedRepository`. `shutdown()` closes the store.
  public var itemRepository: Factory<any ItemRepository> {
    self { self.replicaRepository() }
  }

  /// The same store, for the sync engine.
  public var replicaStore: Factory<any ReplicaStore> {
    self { self.replicaRepository() }
  }

  /// One instance behind both; a tool that opens stores in its own way registers them here.
  package var replicaRepository: Factory<any ItemRepository & ReplicaStore> {
    self {
      self.storeLocation().repository(
        options: self.storeOptions(),
        environment: self.storeEnvironment()
      )
    }
    .onPreview { self.inMemoryRepository() }
    .onTest { self.inMemoryRepository() }
    .cached
    .onRelease { await $0.close() }
  }

  private func inMemoryRepository() -> any ItemRepository & ReplicaStore {
    let fixture = storeFixture()
    let environment = storeEnvironment()
    let open = { @Sendable () throws(StorageError) -> any ItemRepository & ReplicaStore in
      try SQLiteRepository.inMemory(fixture, environment: environment)
    }
    do throws(StorageError) {
      return try open()
    } catch {
      return DisconnectedRepository(after: error, reopening: open)
    }
  }
}

extension StoreLocation {
  /// The name of the running program, and of its own folder.
  fileprivate static var runningProgram: String {
    let path = CommandLine.arguments.first ?? ""
    return path.split(separator: "/").last.map(String.init) ?? "item-store"
  }
}
