import Sync
import SyncTesting
import Testing

/// The contract on a store as others write it, in the lines that the documentation of SyncTesting shows.
@Suite struct ShelfHubStoreTests {
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

/// Only what the protocol requires: everything is passed on to a store in memory.
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
