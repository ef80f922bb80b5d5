#if Hub
import Storage
import Sync

/// A push that a device was told is on the hub.
struct AcknowledgedPush: Sendable {
  let device: String
  let session: Int64
  let counter: Int64
  /// The hub's commit, and the head before it.
  let token: SyncToken
  let previous: Int64
  /// What the hub has of each item, by its own word.
  let states: [(id: ItemID, state: ItemState)]

  /// Reads a line of a device's log; nil for an answer that nothing was taken.
  init?(device: String, reply: Substring, request: Substring) throws {
    let request = try PushRequest(bytes: Array(request.utf8))
    guard case .accepted(let reply) = try PushReply(bytes: Array(reply.utf8)) else { return nil }
    self.device = device
    session = request.session
    counter = request.counter
    token = reply.token
    previous = reply.previous
    states = zip(request.changes, reply.results).compactMap { change, result in
      result.outcome.isOK ? (change.id, change.state) : nil
    }
  }

  /// Whether the push made a commit of its own: one that changes nothing names the latest one.
  var isCommit: Bool { token.head != previous }
}
#endif
