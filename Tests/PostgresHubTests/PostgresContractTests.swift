#if Postgres
import HubServer
import PostgresHub
import RunningPostgres
import Sync
import SyncSimulator
import SyncTesting
import Testing

/// The contract of hub stores, on a database for each check.
@Suite(
  .onOwnThread,
  .enabled(if: PostgresCluster.isInstalled, Comment(rawValue: PostgresCluster.absence))
)
struct PostgresContractTests {
  private static let backend: HubStoreContract.Backend = {
    var backend = HubStoreContract.Backend("postgres") { count in
      let url = try SharedCluster.makeDatabase()
      // A busy machine takes more than the two seconds of a daemon to connect.
      let settings = try PostgresSettings("\(url)?connect_timeout=600")
      return try (0..<count).map { _ in
        try NamedStore(
          PostgresHubStore(settings, connections: 6, patience: .seconds(600)),
          in: url
        )
      }
    }
    backend.setQuota = { store, space, quota in
      try administer(store) { tables throws(HubError) in
        if try tables.space(space) == nil { try tables.makeSpace(space, epoch: 1) }
        try tables.setQuota(quota, of: space)
      }
    }
    backend.setFrozen = { store, space, isFrozen in
      try administer(store) { tables throws(HubError) in
        try tables.setFrozen(isFrozen ? 7 : nil, space)
      }
    }
    backend.deleteSpace = { store, space in
      try administer(store) { tables throws(HubError) in
        try tables.deleteSpace(space, at: 0, reason: "moved")
      }
    }
    return backend
  }()

  private static func administer(
    _ store: any HubStore,
    _ body: (any AdministrationTransaction) throws(HubError) -> Void
  ) throws {
    guard let store = store as? NamedStore else { return }
    try PostgresAdministrationStore(PostgresSettings(store.place)).transaction(.write, body)
  }

  @Test(arguments: HubStoreContract.checks(for: backend))
  func `the store keeps the contract`(_ check: HubStoreContract.Check) async throws {
    try await check.run(on: Self.backend)
  }

  @Test(arguments: UInt64(1)...8)
  func `the store answers as the oracle does`(_ seed: UInt64) async throws {
    try await HubStoreContract.differential(seed: seed, on: Self.backend)
  }
}

/// A store with the URL of its database.
private typealias NamedStore = PlacedHubStore<PostgresHubStore, String>
#endif
