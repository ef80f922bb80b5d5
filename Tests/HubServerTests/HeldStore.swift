import Dispatch
import HubServer
import Storage
import Sync

/// A store in which every call waits while it is held, as on a disk that does not answer, or fails as a test says.
final class HeldStore: ServerStore {
  private struct State {
    var failure: HubError?
    var reads = 0
    var mostReads = 0
  }

  private let store: any ServerStore
  private let gate = DispatchGroup()
  private let state = Locked(State())

  init(_ store: any ServerStore) { self.store = store }

  /// Lets calls wait from now on.
  func hold() { gate.enter() }

  /// Lets them go on.
  func release() { gate.leave() }

  /// Lets every call but those of tokens fail from now on; nil ends that.
  func fail(with error: HubError?) { state.withLock { $0.failure = error } }

  /// How many reads were under way at once, at most.
  var mostReads: Int { state.withLock { $0.mostReads } }

  private func pass() throws(HubError) {
    gate.wait()
    if let failure = state.withLock({ $0.failure }) { throw failure }
  }

  func read<Value: Sendable>(
    _ space: String,
    _ body: (any HubTransaction) throws(HubError) -> Value
  ) throws(HubError) -> Value {
    state.withLock { state in
      state.reads += 1
      state.mostReads = max(state.mostReads, state.reads)
    }
    defer { state.withLock { $0.reads -= 1 } }
    try pass()
    return try store.read(space, body)
  }

  func write<Value: Sendable>(
    _ space: String,
    seed: Int64,
    reading reads: HubReads,
    _ body: (any HubTransaction) throws(HubError) -> Value
  ) throws(HubError) -> Value {
    try pass()
    return try store.write(space, seed: seed, reading: reads, body)
  }

  func writeTogether(_ writes: [HubWrite]) -> [HubError?] {
    do throws(HubError) {
      try pass()
    } catch {
      return writes.map { _ in error }
    }
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
    try pass()
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

  func changedSpaces(among spaces: [String]) throws(HubError) -> [String]? {
    gate.wait()
    return try store.changedSpaces(among: spaces)
  }

  var writers: Int { store.writers }
  var readers: Int { store.readers }

  func afterWrites() -> Bool { store.afterWrites() }

  func maintain() { store.maintain() }
}
