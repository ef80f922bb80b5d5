#if Postgres
import PostgresHub
import Sync

/// The kind of hub store that this suite of the contract runs against.
enum HubStoreKind: CaseIterable, Sendable {
  case postgres

  /// As many ways to one store as there are processes.
  struct Stores: Sendable {
    let all: [any HubStore]

    var first: any HubStore { all[0] }
  }

  /// Makes an empty store that `count` processes share.
  func makeStores(_ count: Int = 1) throws -> Stores {
    let settings = try PostgresSettings(SharedCluster.makeDatabase())
    return Stores(all: try (0..<count).map { _ in try PostgresHubStore(settings, connections: 6) })
  }
}
#endif
