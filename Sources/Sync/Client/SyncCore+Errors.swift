// The limits of a run, and its errors.

extension SyncCore {
  /// How often in a row another sync of the same store may interfere, or seem to.
  static let maxSuperseded = 50

  /// How often in a row a hub may have another row of one item than the device has just merged.
  ///
  /// With two devices that write an item at the same rate, one loses that often in a row once in 2^50 tries.
  static let maxLost = 50

  static let wrongResults = "The hub's results are not those of the changes that were sent."

  static let standstill = "The hub's page does not advance beyond the page before."

  static let cancellation = SyncError(
    .cancelled,
    "The sync was cancelled; what was finished is kept."
  )

  static let tooManyResets = SyncError(
    .tooManyResets,
    "The hub asked to start over more than twice in one sync. Nothing here is lost; "
      + "see that only one hub answers at this address, and sync again."
  )

  static let interference = SyncError(
    .busy,
    "Another sync of the same store is under way; try again when it is done."
  )

  static let contention = SyncError(
    .busy,
    "Whenever this device sent an item, the hub had a newer one already. Nothing is lost; "
      + "sync again when other devices write less often."
  )

  static func quota(_ text: String) -> SyncError {
    SyncError(
      .quota,
      "The hub is full: changes from elsewhere arrived, changes made here are unsent. \(text)"
    )
  }
}

extension SyncError {
  /// The error with which a failed exchange ends a run.
  package init(_ failure: ExchangeError) {
    switch failure {
    case .transient(let message): self.init(.unreachable, message)
    case .throttled(let least, let reason):
      self.init(.busy, reason ?? "The hub asks to wait \(least.components.seconds) seconds.")
      retryAfter = least
    case .tooLarge: self.init(.protocolViolation, "The hub refuses a request as too large.")
    case .unauthorized(let message): self.init(.unauthorized, message)
    case .upgrade(let message): self.init(.upgrade, message)
    case .quota(let text): self = SyncCore.quota(text)
    case .deleted(let message): self.init(.deleted, message)
    case .protocolViolation(let message): self.init(.protocolViolation, message)
    }
  }
}
