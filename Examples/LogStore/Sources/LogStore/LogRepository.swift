import Foundation
public import Storage
import Synchronization

/// Items in a dictionary, kept in a log: each write appends what it changed, and nothing is rewritten.
///
/// Queries look at every item: right for a few thousand. One process at a time may have the file.
public final class LogRepository: ItemRepository {
  /// What the dictionary keeps; deleted items stay, to be restored.
  struct Entry: Sendable {
    var item: Item
    var isDeleted: Bool
  }

  /// What a write does to one item.
  enum Change: Sendable {
    case kept(Entry)
    case purged(ItemID)

    var id: ItemID {
      switch self {
      case .kept(let entry): entry.item.id
      case .purged(let id): id
      }
    }
  }

  struct State: Sendable {
    var entries: [ItemID: Entry] = [:]
    var nextNumber = 1
    var isClosed = false

    /// Follows a change; the number of a purged item stays taken.
    mutating func apply(_ change: Change) {
      switch change {
      case .kept(let entry):
        entries[entry.item.id] = entry
        nextNumber = max(nextNumber, entry.item.number + 1)
      case .purged(let id):
        entries[id] = nil
      }
    }
  }

  private let state: Mutex<State>
  private let log: LogFile
  private let environment: StoreEnvironment
  private let broadcaster = ChangeBroadcaster()

  /// Opens the log at a path, and makes it where there is none.
  public init(at path: String, environment: StoreEnvironment = .live) throws(StorageError) {
    let log = try LogFile(path)
    var state = State()
    for change in try log.changes() { state.apply(change) }
    self.log = log
    self.state = Mutex(state)
    self.environment = environment
  }

  /// One look into the dictionary.
  public func item(_ id: ItemID) async throws(StorageError) -> Item? {
    try read { transaction throws(StorageError) in try transaction.item(id) }
  }

  /// A look at every item.
  public func item(number: Int) async throws(StorageError) -> Item? {
    try read { transaction throws(StorageError) in try transaction.item(number: number) }
  }

  /// A look at every item, and a sort.
  public func page(_ query: ItemQuery) async throws(StorageError) -> ItemPage {
    try read { transaction throws(StorageError) in try transaction.page(query) }
  }

  /// A look at every item.
  public func count(_ filter: ItemFilter) async throws(StorageError) -> Int {
    try read { transaction throws(StorageError) in try transaction.count(filter) }
  }

  /// One append to the log.
  public func write<Value: Sendable>(
    _ body: @escaping @Sendable (any ItemTransaction) throws(StorageError) -> Value
  ) async throws(StorageError) -> Value {
    try refuseIfCancelled()
    // The transaction works on a copy, which takes the state's place once the log has it.
    let (value, changed) = try state.withLock { state throws(StorageError) in
      guard !state.isClosed else { throw Self.closed }
      let transaction = LogTransaction(state, environment: environment)
      let value = try body(transaction)
      try refuseIfCancelled()
      try log.append(transaction.changes)
      state = transaction.state
      return (value, Set(transaction.changes.map(\.id)))
    }
    if !changed.isEmpty { broadcaster.send(.items(changed)) }
    return value
  }

  /// Tells what each write changed; other processes have no part in the file.
  public func changes() -> ChangeNotices { broadcaster.changes() }

  /// Lets go of the log.
  public func close() async {
    state.withLock { $0.isClosed = true }
    log.close()
    broadcaster.finish()
  }

  private func read<Value>(
    _ body: (LogTransaction) throws(StorageError) -> Value
  ) throws(StorageError) -> Value {
    let state = self.state.withLock { $0 }
    guard !state.isClosed else { throw Self.closed }
    return try body(LogTransaction(state, environment: environment))
  }

  private func refuseIfCancelled() throws(StorageError) {
    guard Task.isCancelled else { return }
    throw StorageError(.cancelled, "The task was cancelled; nothing was changed.")
  }

  private static var closed: StorageError { StorageError(.closed, "The store was closed.") }
}
