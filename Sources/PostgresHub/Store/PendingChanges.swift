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
  private(set) var rows: [ItemID: Row] = [:]
  /// The greatest sequence number of ``rows`` below the limit of what spaces reach.
  private(set) var greatestSequence: Int64?
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
    if rows.isEmpty {
      (rows, greatestSequence) = (later.rows, later.greatestSequence)
    } else {
      for (id, row) in later.rows { put(row, of: id) }
    }
    commits.merge(later.commits) { $1 }
    sessions.merge(later.sessions) { $1 }
    digest = digest.added(to: later.digest)
    usage.items += later.usage.items
    usage.bytes += later.usage.bytes
  }

  /// Stores an item's row.
  mutating func put(_ row: Row, of id: ItemID) {
    let old = rows.updateValue(row, forKey: id)
    if let old, old.sequence == greatestSequence {
      greatestSequence = rows.values.lazy.map(\.sequence).filter { $0 < KnownSpace.sequenceLimit }
        .max()
    } else if row.sequence < KnownSpace.sequenceLimit {
      greatestSequence = max(greatestSequence ?? .min, row.sequence)
    }
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
