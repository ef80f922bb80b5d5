import Storage
package import Sync

/// A hub's store that fails as it is told, while it does its work or when that is done.
package final class FailingHubStore: HubStore {
  private struct Plan {
    var next: FailingHubTransaction.Failure?
    var isFull = false
    var hasPassedOver = false
  }

  private let base: any HubStore
  private let plan = Locked(Plan())

  package init(_ base: any HubStore) { self.base = base }

  /// The next transaction fails after so many calls; with fewer calls, when it is done.
  package func failNext(_ code: HubError.Code, afterCalls calls: Int) {
    let failure = FailingHubTransaction.Failure(
      error: HubError(code, "The disk failed."),
      calls: calls
    )
    plan.withLock { $0.next = failure }
  }

  /// Whether a transaction went on after a call that had failed.
  package var hasPassedOver: Bool { plan.withLock { $0.hasPassedOver } }

  /// Whether there is no room for anything that is written.
  package var isFull: Bool {
    get { plan.withLock { $0.isFull } }
    set { plan.withLock { $0.isFull = newValue } }
  }

  /// No failure is planned any more.
  package func calm() { plan.withLock { $0.next = nil } }

  package func read<Value: Sendable>(
    _ space: String,
    _ body: (any HubTransaction) throws(HubError) -> Value
  ) throws(HubError) -> Value {
    guard let failure = takeFailure() else { return try base.read(space, body) }
    return try base.read(space) { transaction throws(HubError) -> Value in
      try fail(transaction, failure, body)
    }
  }

  package func write<Value: Sendable>(
    _ space: String,
    seed: Int64,
    reading reads: HubReads,
    _ body: (any HubTransaction) throws(HubError) -> Value
  ) throws(HubError) -> Value {
    let full = FailingHubTransaction.Failure(
      error: HubError(.full, "The disk is full."),
      calls: .max
    )
    let failure = isFull ? full : takeFailure()
    guard let failure else { return try base.write(space, seed: seed, reading: reads, body) }
    return try base.write(space, seed: seed, reading: reads) {
      transaction throws(HubError) -> Value in
      try fail(transaction, failure, body)
    }
  }

  /// Runs the body on a transaction that fails; throws in any case.
  private func fail<Value: Sendable>(
    _ transaction: any HubTransaction,
    _ failure: FailingHubTransaction.Failure,
    _ body: (any HubTransaction) throws(HubError) -> Value
  ) throws(HubError) -> Value {
    let failing = FailingHubTransaction(transaction, failure)
    _ = try body(failing)
    if failing.hasFailed { plan.withLock { $0.hasPassedOver = true } }
    throw failure.error
  }

  private func takeFailure() -> FailingHubTransaction.Failure? {
    plan.withLock { plan in
      defer { plan.next = nil }
      return plan.next
    }
  }
}

/// The hub of a world, in its processes and with its limits.
struct SimulatedHub {
  /// The store under the failing one: what the checks read.
  let store: any RestorableHubStore
  let failing: FailingHubStore
  /// The usual limits.
  let limits: SyncLimits
  private let lowLimits: SyncLimits
  private let usual: [Hub]
  private let strict: [Hub]
  var hasLowLimits = false
  /// Whether the hub speaks another version of the protocol for the moment.
  var speaksOtherProtocol = false

  /// How long tombstones are kept here, in milliseconds.
  static let retention: Int64 = 2_000_000

  init(store: any RestorableHubStore, clock: SimulatedClock, limits: SyncLimits) {
    self.store = store
    self.limits = limits
    let failing = FailingHubStore(store)
    self.failing = failing
    func hub(_ number: Int, _ limits: SyncLimits) -> Hub {
      let environment = HubEnvironment(
        now: { clock.hubNow(number) },
        random: { Int64(clock.random() >> 1) },
        limits: limits,
        retention: SimulatedHub.retention,
        purgeInterval: SimulatedHub.retention / 5
      )
      return Hub(store: failing, environment: environment)
    }
    var low = limits
    low.changes = 3
    low.page = 3
    low.value = RefusedValues.lowValueLimit
    // Three rows may be more than that.
    low.body = 2_500
    lowLimits = low
    usual = [hub(0, limits), hub(1, limits)]
    strict = [hub(0, low), hub(1, low)]
  }

  /// The hub process of that number, with the limits of the moment.
  func process(_ number: Int) -> Hub { hasLowLimits ? strict[number] : usual[number] }

  /// The most bytes of a message at the moment.
  var body: Int { hasLowLimits ? lowLimits.body : limits.body }

  static func spaceName(_ space: Int) -> String { space == 0 ? "main" : "other" }

  /// Every row of a space above one sequence number and up to another.
  func rows(_ space: Int, after: Int64 = 0, upTo: Int64 = .max) throws -> [HubRow] {
    try store.read(SimulatedHub.spaceName(space)) { transaction throws(HubError) -> [HubRow] in
      try transaction.rows(after: after, upTo: upTo, limit: .max, tombstonesAbove: 0)
    }
  }

  func space(_ space: Int) throws -> HubSpace? {
    try store.read(SimulatedHub.spaceName(space)) { transaction throws(HubError) -> HubSpace? in
      try transaction.space()
    }
  }
}
