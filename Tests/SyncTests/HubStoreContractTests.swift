// The contract of hub stores, on each kind of ours.

import Foundation
import Sync
import SyncTesting
import Testing

@Suite("Hub store contract")
struct HubStoreContractTests {
  private static let backends = HubStoreKind.allCases.map(\.backend)

  @Test(arguments: backends, HubStoreContract.checks)
  func `every store keeps the contract`(
    _ backend: HubStoreContract.Backend,
    _ check: HubStoreContract.Check
  ) async throws {
    try await check.run(on: backend)
  }

  @Test(arguments: backends)
  func `every store keeps quotas and remembers deleted spaces`(
    _ backend: HubStoreContract.Backend
  ) async throws {
    for check in HubStoreContract.checks(for: backend).dropFirst(HubStoreContract.checks.count) {
      try await check.run(on: backend)
    }
  }

  /// Five, or fewer where `DIFFERENTIAL_SEEDS` says so.
  private static let seeds: ClosedRange<UInt64> = {
    let count = ProcessInfo.processInfo.environment["DIFFERENTIAL_SEEDS"].flatMap { UInt64($0) }
    return 1...min(5, max(1, count ?? 5))
  }()

  @Test(arguments: backends, seeds)
  func `every store answers as the oracle does`(
    _ backend: HubStoreContract.Backend,
    _ seed: UInt64
  ) async throws {
    try await HubStoreContract.differential(seed: seed, on: backend)
  }
}
