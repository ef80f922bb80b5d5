import Storage
import Sync

/// Passes everything on to another transaction until it is to fail.
final class FailingHubTransaction: HubTransaction {
  /// How a transaction of a hub's store fails.
  struct Failure: Sendable {
    var error: HubError
    /// How many calls succeed before one fails.
    var calls: Int
  }

  private let base: any HubTransaction
  private let failure: Failure
  private var calls = 0
  /// Whether a call has failed.
  private(set) var hasFailed = false

  init(_ base: any HubTransaction, _ failure: Failure) {
    self.base = base
    self.failure = failure
  }

  /// The transaction that does the call; throws if this call is to fail.
  private func called() throws(HubError) -> any HubTransaction {
    defer { calls += 1 }
    // The calls behind it succeed: to go on after it must not pass for its failure.
    guard calls == failure.calls else { return base }
    hasFailed = true
    throw failure.error
  }

  func space() throws(HubError) -> HubSpace? { try called().space() }
  func setSpace(_ space: HubSpace) throws(HubError) { try called().setSpace(space) }
  func nonce(at head: Int64) throws(HubError) -> Int64? { try called().nonce(at: head) }
  func digest() throws(HubError) -> SpaceDigest { try called().digest() }
  func purge(before age: Int64) throws(HubError) -> Int64? { try called().purge(before: age) }
  func session(_ session: Int64) throws(HubError) -> HubSession? { try called().session(session) }
  func usage() throws(HubError) -> SpaceUsage { try called().usage() }
  func confirm() throws(HubError) { try called().confirm() }
  func quota() throws(HubError) -> SpaceQuota { try called().quota() }

  func addCommit(head: Int64, nonce: Int64, at age: Int64) throws(HubError) {
    try called().addCommit(head: head, nonce: nonce, at: age)
  }

  func storedRows(_ ids: [ItemID], upToBytes bytes: Int) throws(HubError) -> [StoredHubRow?] {
    try called().storedRows(ids, upToBytes: bytes)
  }

  func put(_ changes: [HubRowChange], at age: Int64) throws(HubError) {
    try called().put(changes, at: age)
  }

  func forEachRow(
    after: Int64,
    upTo head: Int64,
    tombstonesAbove floor: Int64,
    _ body: (StoredHubRow) throws(HubError) -> Bool
  ) throws(HubError) {
    try called().forEachRow(after: after, upTo: head, tombstonesAbove: floor, body)
  }

  func strayRows(above head: Int64, limit: Int) throws(HubError) -> [DamagedRow] {
    try called().strayRows(above: head, limit: limit)
  }

  func greatestSequence(below limit: Int64) throws(HubError) -> Int64? {
    try called().greatestSequence(below: limit)
  }

  func forget(before age: Int64, floor: Int64) throws(HubError) {
    try called().forget(before: age, floor: floor)
  }

  func setSession(_ session: Int64, _ known: HubSession) throws(HubError) {
    try called().setSession(session, known)
  }
}
