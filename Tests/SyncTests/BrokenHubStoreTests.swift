// Stores that break the contract: each is noticed by a check, and by the comparison with the oracle where that sees it.

import Storage
import Sync
import SyncTesting
import Testing

@Suite struct BrokenHubStoreTests {
  private static func backend(_ fault: BrokenHubStore.Fault?) -> HubStoreContract.Backend {
    HubStoreContract.Backend("broken") { count in
      Array(repeating: BrokenHubStore(fault: fault), count: count)
    }
  }

  @Test(arguments: BrokenHubStore.Fault.allCases)
  func `a store that breaks the contract is noticed`(_ fault: BrokenHubStore.Fault) async throws {
    let check = try #require(HubStoreContract.checks.first { $0.name == fault.check })
    // Fails if no issue is recorded.
    await withKnownIssue { try await check.run(on: Self.backend(fault)) }
  }

  @Test(arguments: BrokenHubStore.Fault.allCases)
  func `a store that answers otherwise than the oracle is noticed`(
    _ fault: BrokenHubStore.Fault
  ) async throws {
    await withKnownIssue {
      for seed in UInt64(1)...3 {
        try await HubStoreContract.differential(seed: seed, on: Self.backend(fault))
      }
    }
  }

  @Test func `the same store without a fault is not`() async throws {
    for check in HubStoreContract.checks { try await check.run(on: Self.backend(nil)) }
    try await HubStoreContract.differential(seed: 1, on: Self.backend(nil))
  }
}

/// A store in memory with one fault.
struct BrokenHubStore: HubStore {
  enum Fault: CaseIterable, Sendable {
    case keepsFailedWrites, failsTogether, runsTwice, knowsHintsAlone
    case keepsOldDigest, countsAliveBytes, passesTombstones, passesTooMany, purgesAll, forgetsAll
    case forgetsSession
  }

  let fault: Fault?
  private let base = MemoryHubStore()

  init(fault: Fault?) { self.fault = fault }

  func read<Value: Sendable>(
    _ space: String,
    _ body: (any HubTransaction) throws(HubError) -> Value
  ) throws(HubError) -> Value {
    try base.read(space) { transaction throws(HubError) in
      try body(BrokenHubTransaction(transaction, fault, HubReads()))
    }
  }

  func write<Value: Sendable>(
    _ space: String,
    seed: Int64,
    reading reads: HubReads,
    _ body: (any HubTransaction) throws(HubError) -> Value
  ) throws(HubError) -> Value {
    let result = try base.write(space, seed: seed) {
      transaction throws(HubError) -> Result<Value, HubError> in
      let result = Result { () throws(HubError) in
        try body(BrokenHubTransaction(transaction, fault, reads))
      }
      if fault != .keepsFailedWrites { _ = try result.get() }
      return result
    }
    return try result.get()
  }

  func writeTogether(_ writes: [HubWrite]) -> [HubError?] {
    let errors = writes.map { write in
      for _ in 0..<(fault == .runsTwice ? 1 : 0) { _ = writeAlone(write) }
      return writeAlone(write)
    }
    let first = errors.lazy.compactMap { $0 }.first
    return fault == .failsTogether ? errors.map { $0 ?? first } : errors
  }
}

extension BrokenHubStore.Fault {
  /// The check that is to notice it.
  var check: String {
    switch self {
    case .keepsFailedWrites: "nothing of a transaction that failed is kept"
    case .failsTogether: "writes that are committed together stand or fall each by itself"
    case .runsTwice: "a body may run again, and what its last run did is all that is stored"
    case .knowsHintsAlone:
      "what is said of reads before a write changes nothing in what is read"
    case .keepsOldDigest, .countsAliveBytes:
      "rows are written and read many at a time, and count once in the digest"
    case .passesTombstones: "rows come in order, within their bounds, old tombstones left out"
    case .passesTooMany: "rows come one by one, and no more of them once the body has enough"
    case .purgesAll: "a purge takes old tombstones up to the first young one, and no live item"
    case .forgetsAll:
      "commits are forgotten below the floor, once another was the latest for long"
    case .forgetsSession: "what is written is read, each space by itself"
    }
  }
}

/// Passes everything on to another transaction, but for what the fault changes.
private struct BrokenHubTransaction: HubTransaction {
  let base: any HubTransaction
  let fault: BrokenHubStore.Fault?
  let reads: HubReads
  private let firstDigest: SpaceDigest

  init(
    _ base: any HubTransaction,
    _ fault: BrokenHubStore.Fault?,
    _ reads: HubReads
  ) throws(HubError) {
    (self.base, self.fault, self.reads) = (base, fault, reads)
    firstDigest = try base.digest()
  }

  func space() throws(HubError) -> HubSpace? { try base.space() }
  func setSpace(_ space: HubSpace) throws(HubError) { try base.setSpace(space) }
  func nonce(at head: Int64) throws(HubError) -> Int64? { try base.nonce(at: head) }

  func addCommit(head: Int64, nonce: Int64, at age: Int64) throws(HubError) {
    try base.addCommit(head: head, nonce: nonce, at: age)
  }

  func storedRows(_ ids: [ItemID], upToBytes bytes: Int) throws(HubError) -> [StoredHubRow?] {
    let rows = try base.storedRows(ids, upToBytes: bytes)
    guard fault == .knowsHintsAlone, !reads.items.isEmpty else { return rows }
    return zip(ids, rows).map { reads.items.contains($0) ? $1 : nil }
  }

  func put(_ changes: [HubRowChange], at age: Int64) throws(HubError) {
    try base.put(changes, at: age)
  }

  func forEachRow(
    after: Int64,
    upTo head: Int64,
    tombstonesAbove floor: Int64,
    _ body: (StoredHubRow) throws(HubError) -> Bool
  ) throws(HubError) {
    let floor = fault == .passesTombstones ? 0 : floor
    try base.forEachRow(after: after, upTo: head, tombstonesAbove: floor) {
      row throws(HubError) in
      let goesOn = try body(row)
      return goesOn || fault == .passesTooMany
    }
  }

  func strayRows(above head: Int64, limit: Int) throws(HubError) -> [DamagedRow] {
    try base.strayRows(above: head, limit: limit)
  }

  func greatestSequence(below limit: Int64) throws(HubError) -> Int64? {
    try base.greatestSequence(below: limit)
  }

  func digest() throws(HubError) -> SpaceDigest {
    fault == .keepsOldDigest ? firstDigest : try base.digest()
  }

  func purge(before age: Int64) throws(HubError) -> Int64? {
    try base.purge(before: fault == .purgesAll ? .max : age)
  }

  func forget(before age: Int64, floor: Int64) throws(HubError) {
    try base.forget(before: age, floor: fault == .forgetsAll ? .max : floor)
  }

  func session(_ session: Int64) throws(HubError) -> HubSession? { try base.session(session) }

  func setSession(_ session: Int64, _ known: HubSession) throws(HubError) {
    if fault == .forgetsSession, try base.session(session) != nil { return }
    try base.setSession(session, known)
  }

  func usage() throws(HubError) -> SpaceUsage {
    var usage = try base.usage()
    guard fault == .countsAliveBytes else { return usage }
    let rows = try base.rows(after: 0, upTo: .max, limit: .max, tombstonesAbove: .max)
    usage.bytes = rows.reduce(0) { $0 + Int64($1.doc.count) }
    return usage
  }

  func quota() throws(HubError) -> SpaceQuota { try base.quota() }
}
