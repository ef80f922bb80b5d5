import Sync
import SyncTesting
import Testing

// The blocks of the landing page of SyncTesting.

@Suite struct SyncTestingArticleTests {
  static let courier = NetworkServiceContract.Subject("courier") { answer in
    CourierNetworkService { parcel in Parcel(try await answer(parcel.request)) }
  }

  @Test(arguments: NetworkServiceContract.checks(for: courier))
  func `the courier keeps the contract`(_ check: NetworkServiceContract.Check) async throws {
    try await check.run(on: Self.courier)
  }

  @Test(arguments: NetworkServiceContract.hubChecks)
  func `the courier serves a hub`(_ check: NetworkServiceContract.HubCheck) async throws {
    try await check.run(on: Self.courier.overHub)
  }

  static let shelf = HubStoreContract.Backend("shelf") { count in
    let shelf = ShelfHubStore()
    return Array(repeating: shelf, count: count)
  }

  @Test(arguments: HubStoreContract.checks(for: shelf))
  func `the shelf keeps the contract`(_ check: HubStoreContract.Check) async throws {
    try await check.run(on: Self.shelf)
  }

  @Test(arguments: UInt64(1)...3)
  func `the shelf answers as the oracle does`(_ seed: UInt64) async throws {
    try await HubStoreContract.differential(seed: seed, on: Self.shelf)
  }
}

/// A store as somebody else writes it: it passes everything on to one in memory.
struct ShelfHubStore: HubStore {
  private let base = MemoryHubStore()

  func read<Value: Sendable>(
    _ space: String,
    _ body: (any HubTransaction) throws(HubError) -> Value
  ) throws(HubError) -> Value {
    try base.read(space, body)
  }

  func write<Value: Sendable>(
    _ space: String,
    seed: Int64,
    reading reads: HubReads,
    _ body: (any HubTransaction) throws(HubError) -> Value
  ) throws(HubError) -> Value {
    try base.write(space, seed: seed, reading: reads, body)
  }
}
