// The stores that a hub can have, for the suites that every one of them has to pass.

import Storage
import Sync

/// A kind of hub store; a new one joins every suite by a case of its own.
enum HubStoreKind: CaseIterable, Sendable {
  case memory
  case sqlite

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
    case .sqlite:
      let path = folder.file("hub.sqlite")
      return Stores(
        folder: folder,
        all: try (0..<count).map { _ in try SQLiteHubStore(path: path) }
      )
    }
  }
}
