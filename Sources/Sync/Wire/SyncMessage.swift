// The two exchanges that a run of sync is made of.

/// What a device asks of a hub.
package enum SyncRequest: Sendable, Equatable {
  /// Take these changes.
  case push(PushRequest)
  /// Send the rows above a cursor.
  case changes(ChangesRequest)
}

/// What a hub answers.
package enum SyncReply: Sendable, Equatable {
  /// The answer to a push.
  case push(PushReply)
  /// The answer to a request for changes.
  case changes(ChangesPage)
  /// The device has to begin anew.
  case reset(SyncReset)
}
