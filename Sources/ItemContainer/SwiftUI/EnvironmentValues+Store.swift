#if canImport(SwiftUI)
public import ItemModels
import Registry
public import Storage
public import SwiftUI
public import Sync

// The parts of a store for views: `@Environment(\.itemRepository) private var repository`.
//
// Each comes from the container in force, with the overrides of the modifiers `dependency(_:_:)` around the view, until
// `environment(\.itemRepository, .empty)` replaces it. That modifier reaches views, closures of `@EnvironmentStateObject`
// and `@Fetched`; `dependency(\.itemRepository, .empty)` also reaches what factories make, such as models and engines.
extension EnvironmentValues {
  /// The store of the views.
  public var itemRepository: any ItemRepository {
    get { replacedParts.itemRepository ?? dependencies.itemRepository }
    set { replacedParts.itemRepository = newValue }
  }

  /// The same store, for sync.
  public var replicaStore: any ReplicaStore {
    get { replacedParts.replicaStore ?? dependencies.replicaStore }
    set { replacedParts.replicaStore = newValue }
  }

  /// The clock and the randomness of the store.
  public var storeEnvironment: StoreEnvironment {
    get { replacedParts.storeEnvironment ?? dependencies.storeEnvironment }
    set { replacedParts.storeEnvironment = newValue }
  }

  /// The engine that syncs the store.
  public var syncEngine: SyncEngine {
    get { replacedParts.syncEngine ?? dependencies.syncEngine }
    set { replacedParts.syncEngine = newValue }
  }

  /// The way to the hub, for views that send requests themselves; the engine has its own.
  public var networkService: any NetworkService {
    get { replacedParts.networkService ?? dependencies.networkService }
    set { replacedParts.networkService = newValue }
  }

  /// The place where the program keeps its settings.
  public var settingsStore: any SettingsStore {
    get { replacedParts.settingsStore ?? dependencies.settingsStore }
    set { replacedParts.settingsStore = newValue }
  }

  private var replacedParts: ReplacedParts {
    get { self[ReplacedPartsKey.self] }
    set { self[ReplacedPartsKey.self] = newValue }
  }
}

/// The parts that modifiers `environment(_:_:)` have replaced.
private struct ReplacedParts {
  var itemRepository: (any ItemRepository)?
  var replicaStore: (any ReplicaStore)?
  var storeEnvironment: StoreEnvironment?
  var syncEngine: SyncEngine?
  var networkService: (any NetworkService)?
  var settingsStore: (any SettingsStore)?
}

private enum ReplacedPartsKey: EnvironmentKey {
  static var defaultValue: ReplacedParts { ReplacedParts() }
}
#endif
