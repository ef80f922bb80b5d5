package import Storage

/// Where a hub keeps its spaces: in memory or in a file, behind one contract.
package protocol HubStore: Sendable {
  /// Reads one space in one consistent snapshot.
  func read<Value: Sendable>(
    _ space: String,
    _ body: (any HubTransaction) throws(HubError) -> Value
  ) throws(HubError) -> Value

  /// Reads and writes one space; writers of a space wait for each other from the start.
  ///
  /// It creates a missing space, whose epoch is `seed`; one that was deleted is not missing: it throws
  /// ``HubError`` with code `deleted`.
  func write<Value: Sendable>(
    _ space: String,
    seed: Int64,
    _ body: (any HubTransaction) throws(HubError) -> Value
  ) throws(HubError) -> Value

  /// Runs writes of any spaces, each of which succeeds or fails by itself; when it returns, those that succeeded are
  /// as durable as after ``write(_:seed:_:)``.
  ///
  /// A store may commit them together, and run one again whose transaction was lost.
  ///
  /// - Returns: For each write nil, or the error for which nothing of it was stored.
  func writeTogether(_ writes: [HubWrite]) -> [HubError?]
}

/// A write that may be committed together with others.
package struct HubWrite: Sendable {
  /// The space that it writes.
  package var space: String
  /// The epoch of the space if it is missing.
  package var seed: Int64
  /// What is done in the transaction; it may run more than once, and only what its last run did was stored.
  package var body: @Sendable (any HubTransaction) throws(HubError) -> Void

  package init(
    space: String,
    seed: Int64,
    _ body: @escaping @Sendable (any HubTransaction) throws(HubError) -> Void
  ) {
    self.space = space
    self.seed = seed
    self.body = body
  }
}

extension HubStore {
  /// One after the other, each in a transaction of its own.
  package func writeTogether(_ writes: [HubWrite]) -> [HubError?] { writes.map(writeAlone) }

  /// Runs one write in a transaction of its own.
  func writeAlone(_ write: HubWrite) -> HubError? {
    do throws(HubError) {
      try self.write(write.space, seed: write.seed) { transaction throws(HubError) in
        try write.body(transaction)
      }
      return nil
    } catch {
      return error
    }
  }
}

/// One transaction on one space; valid only inside the body that receives it.
package protocol HubTransaction {
  /// The space's row, or nil if the space does not exist yet.
  ///
  /// - Throws: ``HubError`` with code `deleted` if it existed and was deleted.
  func space() throws(HubError) -> HubSpace?

  /// Replaces the space's row.
  func setSpace(_ space: HubSpace) throws(HubError)

  /// The nonce of the commit that ended at `head`, or nil if there is none.
  func nonce(at head: Int64) throws(HubError) -> Int64?

  /// Stores the nonce of a commit, made at that age of the space.
  func addCommit(head: Int64, nonce: Int64, at age: Int64) throws(HubError)

  /// An item's row as it is stored, or nil.
  func storedRow(_ id: ItemID) throws(HubError) -> StoredHubRow?

  /// Writes the row of an item that has none, changed at that age.
  ///
  /// - Returns: Whether it has none; if it has, nothing is written.
  func insert(_ row: HubRow, at age: Int64) throws(HubError) -> Bool

  /// Writes an item's row in place of the one that ``row(_:)`` returned, changed at that age.
  func put(_ row: HubRow, replacing old: HubRow?, at age: Int64) throws(HubError)

  /// Passes rows above `after` and up to `head` in order, without tombstones up to `tombstoneFloor`, until
  /// the body returns false.
  ///
  /// One row is in memory at a time. The body must not use the transaction.
  func forEachRow(
    after: Int64,
    upTo head: Int64,
    tombstonesAbove tombstoneFloor: Int64,
    _ body: (StoredHubRow) throws(HubError) -> Bool
  ) throws(HubError)

  /// Rows whose sequence numbers are not from 1 to `head`, so that no page brings them; at most `limit`.
  func strayRows(above head: Int64, limit: Int) throws(HubError) -> [DamagedRow]

  /// The greatest sequence number of a row that is below `limit`, or nil.
  func greatestSequence(below limit: Int64) throws(HubError) -> Int64?

  /// The digest of the space's live items, but for those that cannot be read.
  func digest() throws(HubError) -> SpaceDigest

  /// Removes the tombstones below the first one that changed at or after this age.
  ///
  /// Returns the greatest sequence number removed, or nil if there was none.
  func purge(before age: Int64) throws(HubError) -> Int64?

  /// Removes the sessions that were last seen before this age, and the commits that were no longer the
  /// latest then; of these, none at or above `floor`.
  func forget(before age: Int64, floor: Int64) throws(HubError)

  /// What is known of a session, or nil.
  func session(_ session: Int64) throws(HubError) -> HubSession?

  /// Stores what is known of a session.
  func setSession(_ session: Int64, _ known: HubSession) throws(HubError)

  /// What the space holds now, this transaction's own changes included.
  func usage() throws(HubError) -> SpaceUsage

  /// What the space may hold, where somebody has said so; its nil parts are left to the hub.
  func quota() throws(HubError) -> SpaceQuota
}

extension HubTransaction {
  /// An item's row, or nil.
  package func row(_ id: ItemID) throws(HubError) -> HubRow? { try storedRow(id)?.row() }

  /// The rows that ``forEachRow(after:upTo:tombstonesAbove:_:)`` passes, at most `limit`.
  package func rows(
    after: Int64,
    upTo head: Int64,
    limit: Int,
    tombstonesAbove tombstoneFloor: Int64
  ) throws(HubError) -> [HubRow] {
    var rows: [HubRow] = []
    guard limit > 0 else { return rows }
    try forEachRow(after: after, upTo: head, tombstonesAbove: tombstoneFloor) {
      stored throws(HubError) in
      rows.append(try stored.row())
      return rows.count < limit
    }
    return rows
  }
}

/// The row of a space.
package struct HubSpace: Sendable, Equatable {
  /// Drawn when the space was made.
  package var epoch: Int64
  /// The greatest sequence number given out.
  package var head: Int64
  /// The nonce of the commit that ended at ``head``.
  package var nonce: Int64
  /// The greatest sequence number whose tombstone has been purged.
  package var floor: Int64
  /// The time that the space has seen pass, in milliseconds.
  package var age: Int64
  /// The age at the last look for old tombstones.
  package var purgedAt: Int64

  package init(
    epoch: Int64,
    head: Int64 = 0,
    nonce: Int64 = 0,
    floor: Int64 = 0,
    age: Int64 = 0,
    purgedAt: Int64 = 0
  ) {
    self.epoch = epoch
    self.head = head
    self.nonce = nonce
    self.floor = floor
    self.age = age
    self.purgedAt = purgedAt
  }

  /// The latest commit.
  package var token: SyncToken { SyncToken(epoch: epoch, head: head, nonce: nonce) }
}
