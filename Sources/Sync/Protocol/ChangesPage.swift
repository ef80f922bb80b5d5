public import Storage

/// Some rows in order of their sequence numbers, and where to go on.
package struct ChangesPage: Sendable, Equatable {
  /// The rows, oldest first.
  package var rows: [HubRow]
  /// The cursor after this page.
  package var end: Int64
  /// Whether there are rows above ``end``.
  package var hasMore: Bool
  /// The hub's latest commit.
  package var token: SyncToken
  /// The greatest sequence number whose tombstone has been purged.
  package var floor: Int64
  /// The hub's clock, in milliseconds since 1970.
  package var now: Int64
  /// Rows that were left out, since nobody can read them, or since their numbers are in no page.
  package var damaged: [DamagedRow]

  package init(
    rows: [HubRow],
    end: Int64,
    hasMore: Bool,
    token: SyncToken,
    floor: Int64,
    now: Int64,
    damaged: [DamagedRow] = []
  ) {
    self.rows = rows
    self.end = end
    self.hasMore = hasMore
    self.token = token
    self.floor = floor
    self.now = now
    self.damaged = damaged
  }
}

/// One item as the hub has it.
public struct HubRow: Sendable, Equatable {
  /// The item.
  public var id: ItemID
  /// The space's sequence number of the item's last change.
  public var sequence: Int64
  /// The item's registers.
  package var state: ItemState

  package init(id: ItemID, sequence: Int64, state: ItemState) {
    self.id = id
    self.sequence = sequence
    self.state = state
  }

  /// The item's document, as stores keep it: JSON in UTF-8, see ``StoredHubRow/init(id:sequence:doc:)``.
  public var doc: [UInt8] { state.bytes }

  /// Whether the item is alive; a row that is not is a tombstone.
  public var isAlive: Bool { state.isAlive }
}
