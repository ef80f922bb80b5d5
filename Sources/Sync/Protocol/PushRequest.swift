package import Storage

/// A batch of changes.
package struct PushRequest: Sendable, Equatable {
  /// The device's name on the hub: drawn once for a store.
  package var device: Int64
  /// The session in which ``counter`` counts.
  package var session: Int64
  /// Counts the pushes of a session, from 1; stored before the push leaves.
  package var counter: Int64
  /// The last commit of the hub that the device saw.
  package var token: SyncToken
  /// The sequence number up to which the device has every row.
  package var cursor: Int64
  /// The changes, each item once.
  package var changes: [PushChange] { didSet { written = nil } }
  /// The changes as they are in a message, if they were written before.
  private(set) var written: [UInt8]?

  package init(
    device: Int64,
    session: Int64,
    counter: Int64,
    token: SyncToken,
    cursor: Int64,
    changes: [PushChange]
  ) {
    self.device = device
    self.session = session
    self.counter = counter
    self.token = token
    self.cursor = cursor
    self.changes = changes
  }

  /// A push of changes that were read, and written, while another one was under way.
  init(
    device: Int64,
    session: Int64,
    counter: Int64,
    token: SyncToken,
    cursor: Int64,
    ahead: PushAhead
  ) {
    self.init(
      device: device,
      session: session,
      counter: counter,
      token: token,
      cursor: cursor,
      changes: ahead.changes
    )
    written = ahead.written
  }

  package static func == (left: PushRequest, right: PushRequest) -> Bool {
    left.device == right.device && left.session == right.session && left.counter == right.counter
      && left.token == right.token && left.cursor == right.cursor && left.changes == right.changes
  }
}

/// The part of one item that a push carries.
package struct PushChange: Sendable, Equatable {
  /// The item.
  package var id: ItemID
  /// The registers that the hub lacks; all of them if the item is new.
  package var state: ItemState
  /// The sequence number of the hub's row that the device has seen whole; 0 for none.
  ///
  /// The hub applies the change only to that row: nothing that the author had not seen is replaced.
  package var seen: Int64

  /// Whether the hub has never acknowledged the item.
  package var isNew: Bool { seen == 0 }

  package init(id: ItemID, state: ItemState, seen: Int64) {
    self.id = id
    self.state = state
    self.seen = seen
  }
}
