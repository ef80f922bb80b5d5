/// A hub's reply.
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
