import Storage
import SyncSimulator

/// A store in which a call of each transaction fails; with fewer calls, the commit does.
struct FailingStore: ReplicaStore {
  let base: any ReplicaStore
  /// How many calls succeed.
  let calls: Int

  static let message = "The disk failed."

  private var failure: StoreFailure {
    StoreFailure(error: StorageError(.inputOutput, FailingStore.message), calls: calls)
  }

  func readReplica<Value: Sendable>(
    _ body: @escaping @Sendable (any ReplicaTransaction) throws(StorageError) -> Value
  ) async throws(StorageError) -> Value { try await base.readReplica(failing(body)) }

  func writeReplica<Value: Sendable>(
    _ body: @escaping @Sendable (any ReplicaTransaction) throws(StorageError) -> Value
  ) async throws(StorageError) -> Value { try await base.writeReplica(failing(body)) }

  private func failing<Value: Sendable>(
    _ body: @escaping @Sendable (any ReplicaTransaction) throws(StorageError) -> Value
  ) -> @Sendable (any ReplicaTransaction) throws(StorageError) -> Value {
    let failure = failure
    return { transaction throws(StorageError) in
      let observed = ObservedTransaction(transaction, failure: failure)
      let value = try body(observed)
      try observed.commit()
      return value
    }
  }
}
