/// Asks to be told when the hub has rows above a cursor.
package struct WaitRequest: Sendable, Equatable {
  /// The sequence number up to which the device has every row.
  package var after: Int64
  /// The last commit of the hub that the device saw.
  package var token: SyncToken?
  /// How long the hub may keep the request before it answers that nothing came.
  package var seconds: Int

  package init(after: Int64, token: SyncToken?, seconds: Int = WaitRequest.defaultSeconds) {
    self.after = after
    self.token = token
    self.seconds = seconds
  }

  /// Less than the minute after which many proxies close a silent connection.
  package static let defaultSeconds = 55
}

/// The hub's reply to a device that waits.
package enum WaitReply: Sendable, Equatable {
  /// The hub's latest commit differs from the device's: there is something to pull.
  case changed(SyncToken)
  /// Nothing came in that time.
  case unchanged
}
