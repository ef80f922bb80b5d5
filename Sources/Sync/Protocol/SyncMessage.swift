/// What a device asks of a hub.
package enum SyncRequest: Sendable, Equatable {
  /// Take these changes.
  case push(PushRequest)
  /// Send the rows above a cursor.
  case changes(ChangesRequest)
  /// Say whether you hold the same.
  case verify(VerifyRequest)
  /// Say when there is something to pull.
  case wait(WaitRequest)
}

/// What a hub answers.
package enum SyncReply: Sendable, Equatable {
  /// The answer to a push.
  case push(PushReply)
  /// The answer to a request for changes.
  case changes(ChangesPage)
  /// The answer to a comparison.
  case verify(VerifyReply)
  /// The answer to a device that waits.
  case wait(WaitReply)
  /// The device has to start over.
  case reset(SyncReset)
}
