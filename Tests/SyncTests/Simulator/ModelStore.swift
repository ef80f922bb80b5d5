// A replica in memory, for the simulator and for tests of the engine.

import Storage
import Synchronization

/// What the simulator needs of a store beyond replication.
protocol SimulatedStore: ReplicaStore {
  /// Applies a person's edit at that time of the device's clock.
  func apply(_ edit: Edit, at now: Int64) async throws(StorageError)

  /// What a new start of the program does to the store: a node drawn anew.
  func reopen(node: UInt64) async throws(StorageError)

  /// A copy of the disk, or nil where the store has none to give.
  func disk() -> ModelState?

  /// The disk as it was before the last transaction.
  func diskBeforeLastWrite() -> ModelState?

  /// Goes back to a copy of a disk.
  func restore(_ disk: ModelState)
}

final class ModelStore: SimulatedStore {
  private struct Content: Sendable {
    var state: ModelState
    var previous: ModelState
  }

  private let content: Mutex<Content>

  init(node: UInt64) {
    let state = ModelState(node: node)
    content = Mutex(Content(state: state, previous: state))
  }

  func readReplica<Value: Sendable>(
    _ body: @escaping @Sendable (any ReplicaTransaction) throws(StorageError) -> Value
  ) async throws(StorageError) -> Value {
    try body(ModelTransaction(content.withLock { $0.state }))
  }

  func writeReplica<Value: Sendable>(
    _ body: @escaping @Sendable (any ReplicaTransaction) throws(StorageError) -> Value
  ) async throws(StorageError) -> Value {
    let result = content.withLock { content -> Result<Value, StorageError> in
      let transaction = ModelTransaction(content.state)
      do throws(StorageError) {
        let value = try body(transaction)
        content = Content(state: transaction.state, previous: content.state)
        return .success(value)
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  func apply(_ edit: Edit, at now: Int64) {
    content.withLock {
      $0.previous = $0.state
      $0.state.apply(edit, at: now)
    }
  }

  func reopen(node: UInt64) { content.withLock { $0.state.clock.node = node } }
  func disk() -> ModelState? { content.withLock { $0.state } }
  func diskBeforeLastWrite() -> ModelState? { content.withLock { $0.previous } }
  func restore(_ disk: ModelState) {
    content.withLock { $0 = Content(state: disk, previous: disk) }
  }

  /// Every item, live or deleted.
  var items: [ReplicaItem] { content.withLock { $0.state.items } }
}
