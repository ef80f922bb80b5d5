/// Asks whether the hub holds the same items.
package struct VerifyRequest: Sendable, Equatable {
  /// The head up to which the device has every row.
  package var head: Int64
  /// The last commit of the hub that the device saw.
  package var token: SyncToken
  /// The digest of what the device holds.
  package var digest: SpaceDigest

  package init(head: Int64, token: SyncToken, digest: SpaceDigest) {
    self.head = head
    self.token = token
    self.digest = digest
  }
}

/// The hub's reply to a comparison.
package enum VerifyReply: Sendable, Equatable {
  /// Both hold the same.
  case equal(SyncToken)
  /// These buckets differ, in order.
  case different(SyncToken, buckets: [Int])
  /// The hub's head has moved on: pull, and ask again.
  case movedOn(head: Int64)
}
