#if Postgres
import Storage
import Sync

/// What a transaction changes in a space, as long as the server has not been told.
struct PendingChanges {
  /// A row as it is to be stored.
  struct Row {
    var sequence: Int64
    var isAlive: Bool
    var age: Int64
    var doc: [UInt8]
  }

  struct Commit {
    var nonce: Int64
    var age: Int64
  }

  /// Whether the space is missing on the server.
  var makesSpace = false
  var space: HubSpace?
  var rows: [ItemID: Row] = [:]
  var commits: [Int64: Commit] = [:]
  var sessions: [Int64: HubSession] = [:]
  /// What comes to the sums of the digest; nil for nothing.
  var digest: SpaceDigest?
  /// What comes to the usage.
  var usage = SpaceUsage()

  var isEmpty: Bool {
    !makesSpace && space == nil && rows.isEmpty && commits.isEmpty && sessions.isEmpty
      && digest == nil && usage == SpaceUsage()
  }

  /// Adds what was changed later.
  mutating func merge(_ later: PendingChanges) {
    makesSpace = makesSpace || later.makesSpace
    space = later.space ?? space
    rows.merge(later.rows) { $1 }
    commits.merge(later.commits) { $1 }
    sessions.merge(later.sessions) { $1 }
    digest = digest.added(to: later.digest)
    usage.items += later.usage.items
    usage.bytes += later.usage.bytes
  }

  /// Counts a row that is stored now.
  mutating func count(_ row: HubRow, bytes: Int) {
    usage.items += row.state.isAlive ? 1 : 0
    usage.bytes += Int64(bytes)
    guard row.state.isAlive else { return }
    // Taken out first, so that the sums are changed in place.
    var sums = digest.take() ?? SpaceDigest()
    sums.add(row.id, row.state)
    digest = sums
  }

  /// Takes a row out that is stored no more, in exactly this state.
  mutating func discount(_ row: HubRow, bytes: Int) {
    usage.items -= row.state.isAlive ? 1 : 0
    usage.bytes -= Int64(bytes)
    guard row.state.isAlive else { return }
    var sums = digest.take() ?? SpaceDigest()
    sums.remove(row.id, row.state)
    digest = sums
  }
}

extension SpaceDigest? {
  /// The sums of both; nil is nothing.
  func added(to other: SpaceDigest?) -> SpaceDigest? {
    guard let self, let other else { return self ?? other }
    return SpaceDigest(buckets: zip(self.buckets, other.buckets).map { $0 &+ $1 })
  }
}
#endif
