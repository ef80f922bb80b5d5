/// Asks whether the hub holds the same items.
package struct VerifyRequest: Sendable, Equatable {
  /// The head that the device has caught up with.
  package var head: Int64
  /// The commit of the hub that the device saw last.
  package var token: SyncToken
  /// What the device holds.
  package var digest: SpaceDigest

  package init(head: Int64, token: SyncToken, digest: SpaceDigest) {
    self.head = head
    self.token = token
    self.digest = digest
  }
}

/// What the hub says to a comparison.
package enum VerifyReply: Sendable, Equatable {
  /// Both hold the same.
  case equal(SyncToken)
  /// These buckets differ, in order.
  case different(SyncToken, buckets: [Int])
  /// The hub's head is another by now: pull, and ask again.
  case movedOn(head: Int64)
}
