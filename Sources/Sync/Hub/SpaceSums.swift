/// What a space's row has of all its items: their digest and their counts.
struct SpaceSums {
  var digest: SpaceDigest
  var usage: SpaceUsage

  /// Counts a row that is stored now.
  mutating func add(_ row: HubRow, bytes: Int) {
    digest.add(row.id, row.state)
    usage.items += row.state.isAlive ? 1 : 0
    usage.bytes += Int64(bytes)
  }

  /// Takes a row out that is stored no more, in exactly this state.
  mutating func remove(_ row: HubRow, bytes: Int) {
    digest.remove(row.id, row.state)
    usage.items -= row.state.isAlive ? 1 : 0
    usage.bytes -= Int64(bytes)
  }
}

/// The sums of spaces that pushes change within one transaction, and those of the transactions before it.
///
/// A digest has two kilobytes: reading and writing it for each of many pushes of one space would cost more than
/// the pushes.
final class SpaceSumsCache {
  /// As they are after the pushes of the open transaction; written at its end.
  var changed: [String: SpaceSums] = [:]
  /// As the latest transaction of this connection left them, while nobody else has written.
  private(set) var committed: [String: SpaceSums] = [:]

  /// Follows a commit.
  func commit() {
    // Few spaces are busy at a time, and those that are come back soon.
    if committed.count + changed.count > SpaceSumsCache.capacity { committed = [:] }
    committed.merge(changed) { $1 }
    changed = [:]
  }

  /// Forgets everything, since somebody else has written.
  func removeAll() {
    committed = [:]
    changed = [:]
  }

  private static let capacity = 2_048
}
