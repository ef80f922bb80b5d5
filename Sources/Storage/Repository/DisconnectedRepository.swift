/// A repository whose store could not be opened: each use throws the error from opening.
///
/// So the error appears where the store is used, and a factory of a container need not throw.
/// ``reopen()`` tries again; once it succeeds, every use goes to the opened store.
public final class DisconnectedRepository: Sendable {
  /// A backend that keeps items and can be synced.
  public typealias Backend = ItemRepository & ReplicaStore

  private enum State {
    case failed(StorageError)
    case connected(any Backend)
  }

  private let open: @Sendable () throws(StorageError) -> any Backend
  private let state: Locked<State>
  /// For observers that come before the store is opened.
  private let broadcaster = ChangeBroadcaster()

  /// Makes a repository for a store that `open` failed to open with this error.
  public init(
    after error: StorageError,
    reopening open: @escaping @Sendable () throws(StorageError) -> any Backend
  ) {
    self.open = open
    state = Locked(.failed(error))
  }

  /// Opens a store now; if that fails, each use throws the error of opening, and ``reopen()`` tries again.
  public init(opening open: @escaping @Sendable () throws(StorageError) -> any Backend) {
    self.open = open
    do throws(StorageError) {
      state = Locked(.connected(try open()))
    } catch {
      state = Locked(.failed(error))
    }
  }

  /// Makes a repository that always fails with this error, for tests and previews of error states.
  ///
  /// Reading, writing, undoing and syncing throw it, and so does ``reopen()``. Observers get the notice
  /// at the start and no other.
  public convenience init(failing error: StorageError) {
    self.init(after: error) { () throws(StorageError) in throw error }
  }

  /// Tries to open the store again; does nothing once it is open.
  public func reopen() throws(StorageError) {
    let opened = try state.withLock { state throws(StorageError) -> (any Backend)? in
      guard case .failed = state else { return nil }
      do throws(StorageError) {
        let backend = try open()
        state = .connected(backend)
        return backend
      } catch {
        state = .failed(error)
        throw error
      }
    }
    if let opened { broadcaster.finish(continuingWith: opened.changes()) }
  }

  /// The error of opening; nil once the store is open.
  package var openingError: StorageError? {
    if case .failed(let error) = state.withLock({ $0 }) { error } else { nil }
  }

  private func backend() throws(StorageError) -> any Backend {
    switch state.withLock({ $0 }) {
    case .failed(let error): throw error
    case .connected(let backend): return backend
    }
  }
}

extension DisconnectedRepository: ItemRepository {
  /// Throws the error of opening.
  public func item(_ id: ItemID) async throws(StorageError) -> Item? {
    try await backend().item(id)
  }

  /// Throws the error of opening.
  public func item(number: Int) async throws(StorageError) -> Item? {
    try await backend().item(number: number)
  }

  /// Throws the error of opening.
  public func page(_ query: ItemQuery) async throws(StorageError) -> ItemPage {
    try await backend().page(query)
  }

  /// Throws the error of opening.
  public func count(_ filter: ItemFilter) async throws(StorageError) -> Int {
    try await backend().count(filter)
  }

  /// Throws the error of opening.
  public func summary(_ query: SummaryQuery) async throws(StorageError) -> ItemSummary {
    try await backend().summary(query)
  }

  /// Throws the error of opening.
  public func figures(_ query: FiguresQuery) async throws(StorageError) -> [ItemFigures] {
    try await backend().figures(query)
  }

  /// Throws the error of opening.
  @discardableResult
  public func write<Value: Sendable>(
    _ body: @escaping @Sendable (any ItemTransaction) throws(StorageError) -> Value
  ) async throws(StorageError) -> Value {
    try await backend().write(body)
  }

  /// Sends `.everything` at the start and when the store is opened, and then the store's notices.
  public func changes() -> ChangeNotices {
    (try? backend())?.changes() ?? broadcaster.changes()
  }

  /// Throws the error of opening.
  public func check() async throws(StorageError) -> [StoreFinding] { try await backend().check() }

  /// Throws the error of opening.
  public func repair() async throws(StorageError) -> [StoreFinding] { try await backend().repair() }

  /// Throws the error of opening.
  public func stats() async throws(StorageError) -> StoreStats { try await backend().stats() }

  /// Throws the error of opening.
  public func backup(to path: String) async throws(StorageError) {
    try await backend().backup(to: path)
  }

  /// Closes the store if it was opened meanwhile.
  public func close() async {
    guard let backend = try? backend() else { return broadcaster.finish() }
    await backend.close()
  }
}

extension DisconnectedRepository: UndoableRepository {
  /// Throws the error of opening.
  public func history() async throws(StorageError) -> [HistoryStep] {
    try await undoable().history()
  }

  /// Throws the error of opening.
  public func changes(of step: HistoryStep.ID) async throws(StorageError) -> [HistoryStep.Change] {
    try await undoable().changes(of: step)
  }

  /// Throws the error of opening.
  @discardableResult
  public func undo(_ count: Int) async throws(StorageError) -> [HistoryOutcome] {
    try await undoable().undo(count)
  }

  /// Throws the error of opening.
  @discardableResult
  public func redo(_ count: Int) async throws(StorageError) -> [HistoryOutcome] {
    try await undoable().redo(count)
  }

  private func undoable() throws(StorageError) -> any UndoableRepository {
    guard let undoable = try backend() as? any UndoableRepository else {
      throw StorageError(.misuse, "This store keeps no history, so nothing can be undone.")
    }
    return undoable
  }
}

extension DisconnectedRepository: ReplicaStore {
  /// Throws the error of opening.
  public func readReplica<Value: Sendable>(
    _ body: @escaping @Sendable (any ReplicaTransaction) throws(StorageError) -> Value
  ) async throws(StorageError) -> Value {
    try await backend().readReplica(body)
  }

  /// Throws the error of opening.
  public func writeReplica<Value: Sendable>(
    _ body: @escaping @Sendable (any ReplicaTransaction) throws(StorageError) -> Value
  ) async throws(StorageError) -> Value {
    try await backend().writeReplica(body)
  }
}
