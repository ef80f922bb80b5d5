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
