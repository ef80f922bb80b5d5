import Storage
import Sync
import SyncSimulator
import SyncTesting
import TemporaryFolders

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
          return KeptHubStore(store, in: folder)
        }
      )
    }
  }
}

extension HubStoreKind {
  /// The kind as a backend of the contract.
  var backend: HubStoreContract.Backend {
    var backend = HubStoreContract.Backend("\(self)") { try makeStores($0).all }
    backend.setQuota = { store, space, quota in
      if let memory = store as? MemoryHubStore { return memory.setQuota(quota, of: space) }
      try (store as? KeptHubStore)?.administer { file throws(StorageError) in
        let values = [quota.items, quota.bytes].map { $0.map { "\($0)" } ?? "NULL" }
        try file.execute(
          "INSERT OR REPLACE INTO quotas VALUES ('\(space)', \(values[0]), \(values[1]))"
        )
      }
    }
    backend.setFrozen = { store, space, isFrozen in
      if let memory = store as? MemoryHubStore { return memory.setFrozen(isFrozen, space) }
      try (store as? KeptHubStore)?.administer { file throws(StorageError) in
        try file.execute(
          "UPDATE spaces SET frozen_ms = \(isFrozen ? "7" : "NULL") WHERE space_id = '\(space)'"
        )
      }
    }
    guard self != .memory else { return backend }
    backend.deleteSpace = { store, space in
      try (store as? KeptHubStore)?.administer { file throws(StorageError) in
        for table in ["spaces", "items", "commits", "devices"] {
          try file.execute("DELETE FROM \(table) WHERE space_id = '\(space)'")
        }
        try file.execute(
          "INSERT INTO deleted_spaces VALUES ('\(space)', 0, 'moved')"
        )
      }
    }
    return backend
  }
}

/// A hub file that is gone takes nothing: its folder stays as long as the store.
private typealias KeptHubStore = PlacedHubStore<SQLiteHubStore, TemporaryFolder>

extension KeptHubStore {
  /// Does what an administrator's program would, on a connection of its own.
  fileprivate func administer(_ body: (Connection) throws(StorageError) -> Void) throws {
    try body(Connection(.file(place.file("hub.sqlite"))))
  }
}
