/// A device's request to a hub.
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
