public import Storage
public import Testing

/// A promise of ``/Storage/ItemRepository`` that can be checked on any backend.
public struct ContractCheck: Sendable, CustomTestStringConvertible {
  /// The promise, as a sentence.
  public let name: String

  private let body: @Sendable (ContractSubject) async throws -> Void

  init(_ name: String, body: @escaping @Sendable (ContractSubject) async throws -> Void) {
    self.name = name
    self.body = body
  }

  /// A promise of your own, checked on an empty store.
  public init(
    _ name: String,
    on body: @escaping @Sendable (any ItemRepository) async throws -> Void
  ) {
    self.init(name) { subject in try await body(subject.repository) }
  }

  /// The promise, as a sentence.
  public var testDescription: String { name }

  /// Opens an empty store of the backend and checks the promise on it.
  ///
  /// Records a broken promise as an issue of the running test; throws an error that the promise
  /// does not mention.
  public func run(on backend: RepositoryContract.Backend) async throws {
    let clock = ManualClock()
    try await backend.withRepository(clock.environment(seed: 1)) { repository in
      try await body(ContractSubject(repository: repository, clock: clock))
    }
  }
}

extension RepositoryContract.Backend: CustomTestStringConvertible {
  /// The backend's name.
  public var testDescription: String { name }
}
