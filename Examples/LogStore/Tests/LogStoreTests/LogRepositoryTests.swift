import Foundation
import LogStore
import Storage
import StorageTesting
import Testing

@Suite struct `A backend of another author` {
  private static let backend = RepositoryContract.Backend("log") { environment, body in
    let path = FileManager.default.temporaryDirectory
      .appending(path: "log-store-\(UUID().uuidString).log").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try await body(LogRepository(at: path, environment: environment))
  }

  @Test(arguments: RepositoryContract.checks)
  func `it keeps the contract`(_ check: ContractCheck) async throws {
    try await check.run(on: Self.backend)
  }

  @Test(arguments: UInt64(1)...5)
  func `it answers as the oracle does`(_ seed: UInt64) async throws {
    try await RepositoryContract.differential(seed: seed, operations: 100, on: Self.backend)
  }

  @Test func `it is the same when it is opened again, without what was cut short`() async throws {
    let path = FileManager.default.temporaryDirectory
      .appending(path: "log-store-\(UUID().uuidString).log").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let first = try LogRepository(at: path)
    for draft in Fixture.full.drafts { try await first.add(draft) }
    let gone = try #require(try await first.item(number: 3))
    try await first.delete(gone.id)
    let items = try await first.items()
    await first.close()
    let whole = try Data(contentsOf: URL(filePath: path))
    let line = try #require(items.first).json()
    try (whole + Data("+\(line)\n-{\"id".utf8)).write(to: URL(filePath: path))
    let second = try LogRepository(at: path)
    #expect(try await second.items() == items)
    #expect(try await second.restore(gone.id) == gone)
    #expect(try await second.add("next").number == Array(Fixture.full.drafts).count + 1)
    await second.close()
  }
}
