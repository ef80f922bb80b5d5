import Expectations
public import Sync
public import Testing

/// The promises of ``/Sync/HubStore``, as lists of checks to run against a store.
///
/// For authors of stores. A store conforms if every check passes and it gives the same answers as
/// the naive oracle for any seed:
///
/// ```swift
/// let shelf = HubStoreContract.Backend("shelf") { count in
///   let shelf = ShelfHubStore()
///   return Array(repeating: shelf, count: count)
/// }
///
/// @Test(arguments: HubStoreContract.checks(for: shelf))
/// func `the shelf keeps the contract`(_ check: HubStoreContract.Check) async throws {
///   try await check.run(on: shelf)
/// }
///
/// @Test(arguments: UInt64(1)...20)
/// func `the shelf answers as the oracle does`(_ seed: UInt64) async throws {
///   try await HubStoreContract.differential(seed: seed, operations: 100, on: shelf)
/// }
/// ```
///
/// Failures are reported as issues of the running test.
public enum HubStoreContract {
  /// The checks that every store passes, each of which starts with an empty store.
  public static let checks: [Check] =
    transactionChecks + rowChecks + sharingChecks + togetherChecks + hintChecks + pushChecks
    + pageChecks

  /// All checks that apply to a backend: those on quotas, frozen and deleted spaces need its closures for them.
  public static func checks(for backend: Backend) -> [Check] {
    var checks = checks
    if backend.setQuota != nil { checks += quotaChecks }
    if backend.setFrozen != nil { checks += freezingChecks }
    if backend.deleteSpace != nil { checks += deletionChecks }
    return checks
  }
}

extension HubStoreContract {
  /// A way to make an empty store, under a name for reports.
  public struct Backend: Sendable {
    /// The backend's name in reports.
    public let name: String

    /// Sets what a space of the store may hold; nil if this is not possible from here.
    public var setQuota: (@Sendable (any HubStore, _ space: String, SpaceQuota) throws -> Void)?

    /// Freezes or thaws an existing space of the store; nil if this is not possible from here.
    public var setFrozen: (@Sendable (any HubStore, _ space: String, Bool) throws -> Void)?

    /// Deletes a space for good, so that its devices learn of it; nil if this is not possible from here.
    public var deleteSpace: (@Sendable (any HubStore, _ space: String) throws -> Void)?

    private let make: @Sendable (Int) async throws -> [any HubStore]

    /// Describes a backend by a closure that makes an empty store, with as many connections as its argument says.
    ///
    /// Each connection is like that of another process; a store that only one process can use is
    /// the same each time. The data behind the connections is not shared with others, and is
    /// removed with the last connection.
    public init(
      _ name: String,
      make: @escaping @Sendable (_ count: Int) async throws -> [any HubStore]
    ) {
      self.name = name
      self.make = make
    }

    func makeStores(_ count: Int) async throws -> [any HubStore] {
      let stores = try await make(count)
      try #require(stores.count == count, "The backend was asked for \(count) ways to a store.")
      return stores
    }
  }

  /// A promise of ``/Sync/HubStore`` that can be checked on any store.
  public struct Check: Sendable, CustomTestStringConvertible {
    /// The promise, as a sentence.
    public let name: String

    private let ways: Int
    private let body: @Sendable (HubStoreProbe) async throws -> Void

    init(
      _ name: String,
      ways: Int = 1,
      body: @escaping @Sendable (HubStoreProbe) async throws -> Void
    ) {
      self.name = name
      self.ways = ways
      self.body = body
    }

    /// The promise, as a sentence.
    public var testDescription: String { name }

    /// Makes an empty store of the backend and checks the promise on it.
    ///
    /// Records a broken promise as an issue of the running test; throws an error that the promise does not mention.
    public func run(on backend: Backend) async throws {
      try await body(HubStoreProbe(backend: backend, stores: backend.makeStores(ways)))
    }
  }
}

extension HubStoreContract.Backend: CustomTestStringConvertible {
  /// The backend's name.
  public var testDescription: String { name }
}
