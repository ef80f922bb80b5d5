import Dispatch
import HubServer
import Storage
import Sync

/// A store in which every call waits while it is held, as on a disk that does not answer.
final class HeldStore: ServerStore {
  private let store: SQLiteServerStore
  private let gate = DispatchGroup()

  init(_ store: SQLiteServerStore) { self.store = store }

  /// Lets calls wait from now on.
  func hold() { gate.enter() }

  /// Lets them go on.
  func release() { gate.leave() }

  func read<Value: Sendable>(
    _ space: String,
    _ body: (any HubTransaction) throws(HubError) -> Value
  ) throws(HubError) -> Value {
    gate.wait()
    return try store.read(space, body)
  }

  func write<Value: Sendable>(
    _ space: String,
    seed: Int64,
    reading reads: HubReads,
    _ body: (any HubTransaction) throws(HubError) -> Value
  ) throws(HubError) -> Value {
    gate.wait()
    return try store.write(space, seed: seed, reading: reads, body)
  }

  func writeTogether(_ writes: [HubWrite]) -> [HubError?] {
    gate.wait()
    return store.writeTogether(writes)
  }

  func tokenVersion() throws(HubError) -> Int64 {
    gate.wait()
    return try store.tokenVersion()
  }

  func liveTokens() throws(HubError) -> (version: Int64, tokens: [TokenRecord]) {
    gate.wait()
    return try store.liveTokens()
  }

  func note(uses: [(id: String, hour: Int64)], audit: [AuditEntry]) throws(HubError) {
    gate.wait()
    try store.note(uses: uses, audit: audit)
  }

  func lastCommit() throws(HubError) -> Int64? {
    gate.wait()
    return try store.lastCommit()
  }

  func noteCommit(at now: Int64) throws(HubError) {
    gate.wait()
    try store.noteCommit(at: now)
  }

  func changeMark() throws(HubError) -> Int64 {
    gate.wait()
    return try store.changeMark()
  }

  func afterWrites() -> Bool { store.afterWrites() }

  func maintain() { store.maintain() }
}
