import Storage
import StorageReference
import StorageTesting
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// `DIFFERENTIAL_SEED` picks one seed, `DIFFERENTIAL_SEEDS` how many from 1 on, `DIFFERENTIAL_OPERATIONS` says how many
/// operations to run, and `DIFFERENTIAL_QUERIES` how many queries after them: with 950 of them 100,000 in all on the
/// four backends.
@Suite("Differential test")
struct ContractDifferentialTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let seeds =
    environment["DIFFERENTIAL_SEED"].flatMap { UInt64($0) }.map { [$0] }
    ?? Array(1...(environment["DIFFERENTIAL_SEEDS"].flatMap { UInt64($0) } ?? 20))
  private static let operations =
    environment["DIFFERENTIAL_OPERATIONS"].flatMap { Int($0) } ?? 300
  private static let queries =
    environment["DIFFERENTIAL_QUERIES"].flatMap { Int($0) } ?? 250
  /// Several seeds after each other: all stores at once would be more than a thousand open files.
  private static let rows = stride(from: 0, to: seeds.count, by: 4).map {
    Array(seeds[$0..<min($0 + 4, seeds.count)])
  }

  @Test(arguments: rows)
  func `every backend answers as the oracle does`(_ seeds: [UInt64]) async throws {
    for seed in seeds {
      try await RepositoryContract.differential(
        seed: seed,
        operations: Self.operations,
        queries: Self.queries,
        on: RepositoryContract.Backend.compared
      )
    }
  }

  @Test(arguments: seeds.prefix(4))
  func `queries in memory are answered as by the oracle`(_ seed: UInt64) async throws {
    try await RepositoryContract.differential(
      seed: seed,
      operations: Self.operations,
      queries: Self.queries,
      on: .queriesInMemory
    )
  }
}

@Suite("Differential test: what it finds")
struct ContractDifferentialFaultTests {
  enum Fault: CaseIterable {
    case wrongOrder, wrongCount, lostItem, repeatedPage, keptAfterError
  }

  @Test(arguments: Fault.allCases)
  func `a backend with a fault is found out`(_ fault: Fault) async throws {
    let backend = RepositoryContract.Backend("faulty") {
      FaultyRepository(sound: ReferenceRepository(environment: $0), fault: fault)
    }
    try await withKnownIssue {
      try await RepositoryContract.differential(seed: 1, operations: 300, on: backend)
    } matching: { issue in
      issue.comments.contains { $0.rawValue.contains("DIFFERENTIAL_SEED=1") }
    }
  }
}

/// A backend with one fault, which shows only at times.
private struct FaultyRepository: ItemRepository {
  let sound: ReferenceRepository
  let fault: ContractDifferentialFaultTests.Fault

  func item(_ id: ItemID) async throws(StorageError) -> Item? {
    let item = try await sound.item(id)
    return fault == .lostItem && item?.status == .cancelled ? nil : item
  }

  func item(number: Int) async throws(StorageError) -> Item? {
    try await sound.item(number: number)
  }

  func page(_ query: ItemQuery) async throws(StorageError) -> ItemPage {
    var query = query
    if fault == .repeatedPage, query.limit == 5 { query.after = nil }
    let page = try await sound.page(query)
    guard fault == .wrongOrder, page.items.count > 3 else {
      return fault == .repeatedPage && query.limit == 5
        ? ItemPage(items: page.items, next: nil) : page
    }
    return ItemPage(items: page.items.reversed(), next: page.next)
  }

  func count(_ filter: ItemFilter) async throws(StorageError) -> Int {
    let count = try await sound.count(filter)
    return fault == .wrongCount && count > 5 ? count - 1 : count
  }

  func write<Value: Sendable>(
    _ body: @escaping @Sendable (any ItemTransaction) throws(StorageError) -> Value
  ) async throws(StorageError) -> Value {
    guard fault == .keptAfterError else { return try await sound.write(body) }
    let result = try await sound.write { transaction throws(StorageError) in
      Result { () throws(StorageError) in try body(transaction) }
    }
    return try result.get()
  }

  func changes() -> ChangeNotices { sound.changes() }

  func close() async { await sound.close() }
}
