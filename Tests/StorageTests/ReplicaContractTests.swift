import StorageTesting
import Testing

@Suite("Replica contract")
struct ReplicaContractTests {
  @Test(arguments: RepositoryContract.Backend.replicas, RepositoryContract.replicaChecks)
  func `every backend keeps what a sync engine relies on`(
    _ backend: RepositoryContract.Backend,
    _ check: ContractCheck
  ) async throws {
    try await check.run(on: backend)
  }
}
