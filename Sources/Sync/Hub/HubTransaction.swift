public import Storage

/// One transaction on one space; valid only inside the body that receives it.
public protocol HubTransaction {
  /// The space's row, or nil if the space does not exist yet.
  ///
  /// - Throws: ``HubError`` with code `deleted` if it existed and was deleted.
  func space() throws(HubError) -> HubSpace?

  /// Replaces the space's row, except for its epoch and whether it is frozen.
  func setSpace(_ space: HubSpace) throws(HubError)

  /// The nonce of the commit that ended at `head`, or nil if there is none.
  func nonce(at head: Int64) throws(HubError) -> Int64?

  /// Stores the nonce of a commit that was made at this age of the space.
  func addCommit(head: Int64, nonce: Int64, at age: Int64) throws(HubError)

  /// The stored rows of the first items of `ids`: as many as take about `bytes` bytes together, and at least one.
  ///
  /// Returns the row of each of these items, or nil if there is none.
  func storedRows(_ ids: [ItemID], upToBytes bytes: Int) throws(HubError) -> [StoredHubRow?]

  /// Writes rows of items that changed at this age; each item occurs once.
  func put(_ changes: [HubRowChange], at age: Int64) throws(HubError)

  /// Passes the rows above `after` and up to `head` to the body, in order and without tombstones up
  /// to `tombstoneFloor`, until it returns false.
  ///
  /// One row is in memory at a time. The body must not use the transaction.
  func forEachRow(
    after: Int64,
    upTo head: Int64,
    tombstonesAbove tombstoneFloor: Int64,
    _ body: (StoredHubRow) throws(HubError) -> Bool
  ) throws(HubError)

  /// Rows with a sequence number that is not from 1 to `head`, which no page contains; at most `limit`.
  func strayRows(above head: Int64, limit: Int) throws(HubError) -> [DamagedRow]

  /// The greatest sequence number of a row that is below `limit`, or nil.
  func greatestSequence(below limit: Int64) throws(HubError) -> Int64?

  /// The digest of the space's live items, without those that cannot be read.
  func digest() throws(HubError) -> SpaceDigest

  /// Removes the tombstones below the first one that changed at or after this age.
  ///
  /// Returns the greatest sequence number removed, or nil if there was none.
  func purge(before age: Int64) throws(HubError) -> Int64?

  /// Removes the sessions that were last seen before this age, and the commits below `floor` that
  /// were not the latest any more at this age.
  func forget(before age: Int64, floor: Int64) throws(HubError)

  /// What is known of a session, or nil.
  func session(_ session: Int64) throws(HubError) -> HubSession?

  /// Stores what is known of a session.
  func setSession(_ session: Int64, _ known: HubSession) throws(HubError)

  /// What the space holds now, this transaction's own changes included.
  func usage() throws(HubError) -> SpaceUsage

  /// Makes sure that the transaction has read the state of the latest commit, wherever the store is kept.
  ///
  /// The hub calls it before it tells a device that its history is lost. In a write this is always
  /// true, because a write is committed as the latest.
  /// - Throws: ``HubError`` that ends the body; a store may then run it again.
  func confirm() throws(HubError)

  /// What the space may hold, if somebody has set it; for nil parts, the hub decides.
  func quota() throws(HubError) -> SpaceQuota
}

extension HubTransaction {
  /// Does nothing: there is only one copy.
  public func confirm() throws(HubError) {}

  /// An item's row, or nil.
  package func row(_ id: ItemID) throws(HubError) -> HubRow? {
    try storedRows([id], upToBytes: 0).first??.row()
  }

  /// Writes an item's row in place of `old`; nil says that there is none.
  package func put(_ row: HubRow, replacing old: HubRow?, at age: Int64) throws(HubError) {
    try put([HubRowChange(row: row, replaced: old)], at: age)
  }

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

/// A row to be written.
public struct HubRowChange: Sendable {
  /// The new row.
  public var row: HubRow
  /// The row that the transaction has of this item so far, unchanged; nil if there is none.
  public var replaced: HubRow?

  /// Describes a change.
  public init(row: HubRow, replaced: HubRow?) {
    self.row = row
    self.replaced = replaced
  }
}
