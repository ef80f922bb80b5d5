#if Postgres
import Sync

/// By what a commit can be recognised later, when the answer to it was lost.
///
/// The nonce of the space's commit is random, so that nobody else's is taken for it. A push that changed no item makes no
/// commit; it is known by its session, whose counter no other push has.
struct CommitTrace: Sendable {
  private(set) var commit: (head: Int64, nonce: Int64)?
  private(set) var session: (number: Int64, known: HubSession)?

  var isEmpty: Bool { commit == nil && session == nil }

  mutating func note(commit head: Int64, nonce: Int64) {
    if head >= commit?.head ?? .min { commit = (head, nonce) }
  }

  mutating func note(session number: Int64, _ known: HubSession) { session = (number, known) }

  mutating func merge(_ later: CommitTrace) {
    if let commit = later.commit { note(commit: commit.head, nonce: commit.nonce) }
    session = later.session ?? session
  }

  /// Whether a space shows it, within a transaction that has the lock.
  func isShown(by transaction: PostgresHubTransaction) throws(HubError) -> Bool {
    // The space may have been deleted, and made again, meanwhile.
    guard try transaction.space() != nil else { return false }
    if let commit { return try transaction.nonce(at: commit.head) == commit.nonce }
    if let session { return try transaction.session(session.number) == session.known }
    return false
  }
}
#endif
