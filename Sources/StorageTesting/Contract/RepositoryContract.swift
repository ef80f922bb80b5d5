public import Storage

/// The promises of ``/Storage/ItemRepository``, as a list of checks to run against a backend.
///
/// For authors of backends. A backend conforms if every check passes and it gives the same answers
/// as the naive oracle for any seed:
///
/// ```swift
/// let backend = RepositoryContract.Backend("my backend") { environment in
///   try await MyRepository(environment: environment)
/// }
///
/// @Test(arguments: RepositoryContract.checks)
/// func `my backend keeps the contract`(_ check: ContractCheck) async throws {
///   try await check.run(on: backend)
/// }
///
/// @Test(arguments: UInt64(1)...20)
/// func `my backend answers as the oracle does`(_ seed: UInt64) async throws {
///   try await RepositoryContract.differential(seed: seed, operations: 300, on: backend)
/// }
/// ```
///
/// A backend that conforms to ``/Storage/UndoableRepository`` also passes the ``undoChecks`` and
/// ``undo(seed:steps:on:)``. A backend that conforms to ``/Storage/ReplicaStore`` also passes the
/// ``replicaChecks``.
///
/// Failures are reported as issues of the running test.
public enum RepositoryContract {
  /// Every check, in the order of the protocol's methods; each starts with an empty store.
  public static let checks: [ContractCheck] = Array(
    [
      addingChecks, updatingChecks, deletingChecks, transactionChecks, lifetimeChecks, limitChecks,
      textChecks, valueChecks, filterChecks, attributeChecks, searchChecks, orderChecks,
      pagingChecks, observationChecks, endOfObservationChecks, maintenanceChecks, summaryChecks,
      figureChecks, repeatChecks, treeChecks, blockerChecks, placingChecks, urgencyChecks,
    ].joined()
  )
}

extension RepositoryContract {
  /// A way to open an empty store, under a name for reports.
  public struct Backend: Sendable {
    /// The backend's name in reports.
    public let name: String

    private let scope:
      @Sendable (StoreEnvironment, (any ItemRepository) async throws -> Void) async throws -> Void

    /// Describes a backend by a closure that opens an empty store with a clock and randomness.
    ///
    /// Every call must open a new store. The contract closes it.
    public init(
      _ name: String,
      make: @escaping @Sendable (StoreEnvironment) async throws -> any ItemRepository
    ) {
      self.init(name) { environment, body in
        try await body(make(environment))
      }
    }

    /// Describes a backend that needs something around an open store, such as a directory.
    ///
    /// The closure opens an empty store, calls its second argument with it, and cleans up.
    public init(
      _ name: String,
      scope:
        @escaping @Sendable (
          StoreEnvironment, (any ItemRepository) async throws -> Void
        ) async throws -> Void
    ) {
      self.name = name
      self.scope = scope
    }

    /// Opens an empty store, runs the body with it and closes it.
    func withRepository(
      _ environment: StoreEnvironment,
      _ body: (any ItemRepository) async throws -> Void
    ) async throws {
      try await OpenStores.shared.run {
        try await scope(environment) { repository in
          do {
            try await body(repository)
          } catch {
            await repository.close()
            throw error
          }
          await repository.close()
        }
      }
    }
  }
}
