/// Names one commit of a hub: a hub that does not know it has lost history.
package struct SyncToken: Sendable, Hashable {
  /// Drawn when the space was made.
  package var epoch: Int64
  /// The greatest sequence number at that commit.
  package var head: Int64
  /// Drawn at that commit.
  package var nonce: Int64

  package init(epoch: Int64, head: Int64, nonce: Int64) {
    self.epoch = epoch
    self.head = head
    self.nonce = nonce
  }
}

/// How a device has to start over; a hub sends it with status 410.
package enum SyncReset: Int64, Sendable, Hashable, CaseIterable {
  /// The hub lost history: push everything again.
  case union = 1
  /// The device was away for longer than the hub's retention: the hub's state counts.
  case authoritative = 2

  /// The word on the wire; does not change once shipped.
  package var name: String {
    switch self {
    case .union: "union"
    case .authoritative: "authoritative"
    }
  }
}
