import Storage
import StorageTesting
import Testing

@Suite("Repository contract")
struct ContractTests {
  @Test(arguments: RepositoryContract.Backend.all, RepositoryContract.checks)
  func `every backend keeps the contract`(
    _ backend: RepositoryContract.Backend,
    _ check: ContractCheck
  ) async throws {
    try await check.run(on: backend)
  }
}
