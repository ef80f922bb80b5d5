#if Postgres
import Storage
import Sync

extension PostgresHubTransaction: HubTransaction {
  func space() throws(HubError) -> HubSpace? {
    guard let space = own.space ?? base.space ?? known.space else {
      try checkIsNotDeleted()
      return nil
    }
    let most = KnownSpace.sequenceLimit
    guard space.epoch >= 0, space.nonce >= 0, 0..<most ~= space.head,
      0...space.head ~= space.floor, 0..<most ~= space.age, 0...space.age ~= space.purgedAt
    else { throw HubError(.damaged, "The hub's row of the space '\(name)' is damaged.") }
    return space
  }

  /// Throws code `deleted`, with the administrator's words, where a marker stands in the space's place.
  private func checkIsNotDeleted() throws(HubError) {
    let marker = try ask(.deletionReason)
    guard !marker.isEmpty else { return }
    let reason = marker.text(0, 0)
    let words = reason.isEmpty ? "." : ": \(reason)"
    throw HubError(.deleted, "The space '\(name)' was deleted on the hub\(words)")
  }

  /// Makes the space, which is missing.
  func makeSpace(epoch: Int64) throws(HubError) {
    guard try number(.anyCommit) == nil else {
      // Another writer may have made the space since this one found no row to lock.
      guard try ask(.readSpace).isEmpty else {
        throw lose(
          PostgresError(PostgresError.uniqueViolation, "The space '\(name)' was just made.")
        )
      }
      throw HubError(.damaged, "The hub has lost its row of the space '\(name)'.")
    }
    own.makesSpace = true
    own.space = HubSpace(epoch: epoch)
    own.commits[0] = PendingChanges.Commit(nonce: 0, age: 0)
  }

  func setSpace(_ space: HubSpace) throws(HubError) {
    var space = space
    if let old = try self.space() { (space.epoch, space.isFrozen) = (old.epoch, old.isFrozen) }
    own.space = space
  }

  func nonce(at head: Int64) throws(HubError) -> Int64? {
    if let commit = own.commits[head] ?? base.commits[head] { return commit.nonce }
    if let known = known.commits[head] { return known }
    let question = PostgresCommand(.nonces, [.text(name), .integers([head])])
    for result in try ask([question]) { known.take(result, of: question) }
    let found = known.commits[head] ?? nil
    known.commits.updateValue(found, forKey: head)
    return found
  }

  func addCommit(head: Int64, nonce: Int64, at age: Int64) {
    own.commits[head] = PendingChanges.Commit(nonce: nonce, age: age)
    noteTrace(commit: head, nonce: nonce)
  }

  func session(_ session: Int64) throws(HubError) -> HubSession? {
    if let changed = own.sessions[session] ?? base.sessions[session] { return changed }
    if let known = known.sessions[session] { return known }
    let question = PostgresCommand(.sessions, [.text(name), .integers([session])])
    for result in try ask([question]) { known.take(result, of: question) }
    let found = known.sessions[session] ?? nil
    known.sessions.updateValue(found, forKey: session)
    return found
  }

  func setSession(_ session: Int64, _ known: HubSession) {
    own.sessions[session] = known
    noteTrace(session: session, known)
  }

  func usage() -> SpaceUsage {
    SpaceUsage(
      items: known.usage.items + base.usage.items + own.usage.items,
      bytes: known.usage.bytes + base.usage.bytes + own.usage.bytes
    )
  }

  func quota() -> SpaceQuota { known.quota }

  func digest() throws(HubError) -> SpaceDigest {
    try learnParts(Array(0..<KnownSpace.partCount))
    let buckets = (0..<KnownSpace.partCount).flatMap { known.digestParts[$0] ?? [] }
    let stored = SpaceDigest(buckets: buckets)
    return stored.added(to: base.digest.added(to: own.digest)) ?? SpaceDigest()
  }

  func forget(before age: Int64, floor: Int64) throws(HubError) {
    try spill()
    let last = try number(.forgottenCommit, .integer(floor), .integer(age))
    var commands: [PostgresCommand] = []
    if let last {
      commands.append(PostgresCommand(.deleteCommits, [.text(name), .integer(last)]))
    }
    commands.append(PostgresCommand(.deleteSessions, [.text(name), .integer(age)]))
    _ = try ask(commands)
    known.commits = [:]
    known.sessions = [:]
  }
}
#endif
