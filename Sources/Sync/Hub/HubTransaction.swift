public import Storage

/// One transaction on one space; valid only inside the body that receives it.
public protocol HubTransaction {
  /// The space's row, or nil if the space does not exist yet.
  ///
  /// - Throws: ``HubError`` with code `deleted` if it existed and was deleted.
  func space() throws(HubError) -> HubSpace?

  /// Replaces the space's row; its epoch, and whether it is frozen, stay as they are.
  func setSpace(_ space: HubSpace) throws(HubError)

  /// The nonce of the commit that ended at `head`, or nil if there is none.
  func nonce(at head: Int64) throws(HubError) -> Int64?

  /// Stores the nonce of a commit, made at that age of the space.
  func addCommit(head: Int64, nonce: Int64, at age: Int64) throws(HubError)

  /// The rows of items as they are stored: of as many of the first of `ids` as take about `bytes` bytes together, and
  /// of one at least.
  ///
  /// Returns for each of these items its row, or nil where there is none.
  func storedRows(_ ids: [ItemID], upToBytes bytes: Int) throws(HubError) -> [StoredHubRow?]

  /// Writes the rows of items, each of them once, changed at that age.
  func put(_ changes: [HubRowChange], at age: Int64) throws(HubError)

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

  /// Makes sure that what was read is what the latest commit left, wherever the store is kept.
  ///
  /// The hub asks before it tells a device that its history is lost. In a write it is so: that is committed as the latest.
  /// - Throws: ``HubError`` that ends the body; a store may then run it again.
  func confirm() throws(HubError)

  /// What the space may hold, where somebody has said so; its nil parts are left to the hub.
  func quota() throws(HubError) -> SpaceQuota
}

extension HubTransaction {
  /// Nothing is to be done where there is one copy alone.
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
  /// The row as it is to be.
  public var row: HubRow
  /// The row that the transaction has of this item so far, just as it is; nil if there is none.
  public var replaced: HubRow?

  /// Describes a change.
  public init(row: HubRow, replaced: HubRow?) {
    self.row = row
    self.replaced = replaced
  }
}
