package import Storage

/// Asks for the rows above a cursor.
package struct ChangesRequest: Sendable, Equatable {
  /// Rows above this sequence number are wanted.
  package var after: Int64
  /// The most rows to send; nil leaves it to the hub.
  package var limit: Int?
  /// The commit of the hub that the device saw last; nil on the very first request.
  package var token: SyncToken?
  /// Whether the device is building its copy again.
  package var isBootstrap: Bool
  /// The floor of the bootstrap's first page.
  package var bootstrapFloor: Int64?
  /// The head of the bootstrap's first page.
  package var bootstrapHead: Int64?
  /// Whether tombstones may be left out that are older than the bootstrap.
  package var isLiveOnly: Bool

  package init(
    after: Int64,
    limit: Int? = nil,
    token: SyncToken?,
    isBootstrap: Bool = false,
    bootstrapFloor: Int64? = nil,
    bootstrapHead: Int64? = nil,
    isLiveOnly: Bool = false
  ) {
    self.after = after
    self.limit = limit
    self.token = token
    self.isBootstrap = isBootstrap
    self.bootstrapFloor = bootstrapFloor
    self.bootstrapHead = bootstrapHead
    self.isLiveOnly = isLiveOnly
  }
}

/// One item as it stands on the hub.
package struct HubRow: Sendable, Equatable {
  /// The item.
  package var id: ItemID
  /// The space's sequence number of the item's last change.
  package var sequence: Int64
  /// The item's registers.
  package var state: ItemState

  package init(id: ItemID, sequence: Int64, state: ItemState) {
    self.id = id
    self.sequence = sequence
    self.state = state
  }
}

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

  package init(
    rows: [HubRow],
    end: Int64,
    hasMore: Bool,
    token: SyncToken,
    floor: Int64,
    now: Int64
  ) {
    self.rows = rows
    self.end = end
    self.hasMore = hasMore
    self.token = token
    self.floor = floor
    self.now = now
  }
}
