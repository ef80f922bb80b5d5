import Storage
import Sync

/// A kind of hub store; a new one joins every suite by a case of its own.
enum HubStoreKind: CaseIterable, Sendable {
  case memory
  case sqlite
  /// A file with readers of its own, as a server has it.
  case sqliteWithReaders

  /// What a store lives on, and as many ways to it as there are processes.
  struct Stores: Sendable {
    let folder: TemporaryFolder
    let all: [any HubStore]

    var first: any HubStore { all[0] }
  }

  /// Makes an empty store that `count` processes share.
  func makeStores(_ count: Int = 1) throws -> Stores {
    let folder = try TemporaryFolder()
    switch self {
    case .memory:
      let store = MemoryHubStore()
      return Stores(folder: folder, all: Array(repeating: store, count: count))
    case .sqlite, .sqliteWithReaders:
      let path = folder.file("hub.sqlite")
      let readers = self == .sqlite ? 0 : 2
      return Stores(
        folder: folder,
        all: try (0..<count).map { _ in
          let store = try SQLiteHubStore(path: path, readers: readers)
          return KeptHubStore(store: store, folder: folder)
        }
      )
    }
  }
}

/// A store in a folder that stays as long as the store is used: a hub file that is gone takes nothing.
private struct KeptHubStore: HubStore {
  let store: SQLiteHubStore
  let folder: TemporaryFolder

  func read<Value: Sendable>(
    _ space: String,
    _ body: (any HubTransaction) throws(HubError) -> Value
  ) throws(HubError) -> Value {
    try store.read(space, body)
  }

  func write<Value: Sendable>(
    _ space: String,
    seed: Int64,
    reading reads: HubReads,
    _ body: (any HubTransaction) throws(HubError) -> Value
  ) throws(HubError) -> Value {
    try store.write(space, seed: seed, reading: reads, body)
  }

  func writeTogether(_ writes: [HubWrite]) -> [HubError?] { store.writeTogether(writes) }
}
