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
  /// It creates a missing space, whose epoch is `seed`.
  func write<Value: Sendable>(
    _ space: String,
    seed: Int64,
    _ body: (any HubTransaction) throws(HubError) -> Value
  ) throws(HubError) -> Value
}

/// One transaction on one space; valid only inside the body that receives it.
package protocol HubTransaction {
  /// The space's row, or nil if the space does not exist yet.
  func space() throws(HubError) -> HubSpace?

  /// Replaces the space's row.
  func setSpace(_ space: HubSpace) throws(HubError)

  /// The nonce of the commit that ended at `head`, or nil if there is none.
  func nonce(at head: Int64) throws(HubError) -> Int64?

  /// Stores the nonce of a commit.
  func addCommit(head: Int64, nonce: Int64, at milliseconds: Int64) throws(HubError)

  /// An item's row, or nil.
  func row(_ id: ItemID) throws(HubError) -> HubRow?

  /// Writes an item's row in place of the one that ``row(_:)`` returned; `milliseconds` is the time
  /// of the change by the hub's clock.
  func put(_ row: HubRow, replacing old: HubRow?, at milliseconds: Int64) throws(HubError)

  /// Rows above `after` and up to `head` in order, without tombstones up to `tombstoneFloor`.
  func rows(
    after: Int64,
    upTo head: Int64,
    limit: Int,
    tombstonesAbove tombstoneFloor: Int64
  ) throws(HubError) -> [HubRow]

  /// The digest of the space's live items.
  func digest() throws(HubError) -> SpaceDigest

  /// Removes the tombstones below the first one that changed at or after this time.
  ///
  /// Returns the greatest sequence number removed, or nil if there was none.
  func purge(before milliseconds: Int64) throws(HubError) -> Int64?

  /// The last push counter of a session, or nil.
  func counter(of session: Int64) throws(HubError) -> Int64?

  /// Stores the last push counter of a session.
  func setCounter(
    _ counter: Int64,
    of session: Int64,
    device: Int64,
    at milliseconds: Int64
  ) throws(HubError)
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
  /// The latest reading of the hub's clock at which a push was accepted, in milliseconds since 1970.
  package var clock: Int64
  /// The time of the last look for old tombstones, in milliseconds since 1970.
  package var purgedAt: Int64

  package init(
    epoch: Int64,
    head: Int64 = 0,
    nonce: Int64 = 0,
    floor: Int64 = 0,
    clock: Int64 = 0,
    purgedAt: Int64 = 0
  ) {
    self.epoch = epoch
    self.head = head
    self.nonce = nonce
    self.floor = floor
    self.clock = clock
    self.purgedAt = purgedAt
  }

  /// The latest commit.
  package var token: SyncToken { SyncToken(epoch: epoch, head: head, nonce: nonce) }
}
