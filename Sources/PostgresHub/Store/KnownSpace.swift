#if Postgres
import Storage
import Sync

/// What a transaction knows of a space as the server has it, its own changes included that the server was told.
struct KnownSpace {
  /// A row as the server has it.
  enum Row {
    case absent
    case loaded(sequence: Int64, doc: [UInt8])
    /// So large that it is read only when it is asked for.
    case large(sequence: Int64, bytes: Int)

    /// The bytes of the document.
    var bytes: Int {
      switch self {
      case .absent: 0
      case .loaded(_, let doc): doc.count
      case .large(_, let bytes): bytes
      }
    }
  }

  var space: HubSpace?
  var usage = SpaceUsage()
  var quota = SpaceQuota()
  /// Since when devices may not write it.
  var frozenSince: Int64?
  var rows: [ItemID: Row] = [:]
  /// Nonces by heads; nil where there is no commit.
  var commits: [Int64: Int64?] = [:]
  var sessions: [Int64: HubSession?] = [:]
  /// Parts of the digest, by their numbers.
  var digestParts: [Int: [UInt64]] = [:]
  /// The greatest sequence number below ``sequenceLimit``; the outer nil is not known.
  var greatestSequence: Int64??

  /// No space reaches half of all numbers by counting; rows from there on are damage.
  static let sequenceLimit = Int64.max / 2

  /// How many sums one part of a digest has.
  static let sumsPerPart = 16
  static let partCount = SpaceDigest.bucketCount / sumsPerPart

  /// The part of the digest to which an item counts.
  static func part(of id: ItemID) -> Int { SpaceDigest.bucket(of: id) / sumsPerPart }

  /// Takes over changes that the server has been told.
  mutating func take(_ changes: PendingChanges) {
    space = changes.space ?? space
    usage.items += changes.usage.items
    usage.bytes += changes.usage.bytes
    for (id, row) in changes.rows { rows[id] = .loaded(sequence: row.sequence, doc: row.doc) }
    for (head, commit) in changes.commits { commits[head] = commit.nonce }
    for (session, known) in changes.sessions { sessions[session] = known }
    for (part, sums) in changedParts(by: changes.digest) { digestParts[part] = sums }
    if !changes.rows.isEmpty { greatestSequence = nil }
  }

  /// The numbers of the parts that a difference changes.
  func changedPartNumbers(by difference: SpaceDigest?) -> [Int] {
    guard let buckets = difference?.buckets else { return [] }
    return (0..<KnownSpace.partCount).filter { part in
      let start = part * KnownSpace.sumsPerPart
      return buckets[start..<start + KnownSpace.sumsPerPart].contains { $0 != 0 }
    }
  }

  /// The parts that a difference changes, all of which are known, as they are then.
  func changedParts(by difference: SpaceDigest?) -> [(part: Int, sums: [UInt64])] {
    guard let buckets = difference?.buckets else { return [] }
    return changedPartNumbers(by: difference).map { part in
      let start = part * KnownSpace.sumsPerPart
      let known = digestParts[part] ?? Array(repeating: 0, count: KnownSpace.sumsPerPart)
      return (part, zip(known, buckets[start...]).map { $0 &+ $1 })
    }
  }
}
#endif
