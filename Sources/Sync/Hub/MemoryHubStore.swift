import Storage

/// Keeps spaces in memory; for tests, previews and the simulator.
package final class MemoryHubStore: HubStore {
  private let spaces: Locked<[String: MemorySpace]>

  package init() { spaces = Locked([:]) }

  package func read<Value: Sendable>(
    _ space: String,
    _ body: (any HubTransaction) throws(HubError) -> Value
  ) throws(HubError) -> Value {
    try body(MemoryHubTransaction(spaces.withLock { $0[space] } ?? MemorySpace()))
  }

  package func write<Value: Sendable>(
    _ space: String,
    seed: Int64,
    reading reads: HubReads,
    _ body: (any HubTransaction) throws(HubError) -> Value
  ) throws(HubError) -> Value {
    try spaces.withLock { spaces throws(HubError) in
      // Removed meanwhile, so that the transaction changes it in place instead of copying it.
      var content = spaces.removeValue(forKey: space) ?? MemorySpace()
      let isNew = content.space == nil
      if isNew {
        content.space = HubSpace(epoch: seed)
        content.commits[0] = MemorySpace.Commit(nonce: 0, age: 0)
      }
      let transaction = MemoryHubTransaction(content)
      content = MemorySpace()
      do throws(HubError) {
        let value = try body(transaction)
        spaces[space] = transaction.content
        return value
      } catch {
        transaction.rollBack()
        if !isNew { spaces[space] = transaction.content }
        throw error
      }
    }
  }
}

extension MemoryHubStore {
  /// Says what a space may hold, which must be there.
  package func setQuota(_ quota: SpaceQuota, of space: String) {
    spaces.withLock { $0[space]?.quota = quota }
  }

  /// Freezes a space, which must be there, or thaws it.
  package func setFrozen(_ isFrozen: Bool, _ space: String) {
    spaces.withLock { $0[space]?.space?.isFrozen = isFrozen }
  }

  /// Everything that the store holds, for ``restore(_:)``.
  package struct Backup: Sendable {
    fileprivate let spaces: [String: MemorySpace]
  }

  /// Copies everything.
  package func backup() -> Backup { Backup(spaces: spaces.withLock { $0 }) }

  /// Goes back to a copy.
  package func restore(_ backup: Backup) { spaces.withLock { $0 = backup.spaces } }
}

/// One space: rows by item, and the places of rows in the order of their sequence numbers.
struct MemorySpace: Sendable {
  /// An item's row, and the space's age when it changed.
  struct Entry: Sendable {
    var row: HubRow
    var changedAt: Int64
  }

  /// A commit's nonce, and the space's age when it was made.
  struct Commit: Sendable {
    var nonce: Int64
    var age: Int64
  }

  var space: HubSpace?
  var entries: [ItemID: Entry] = [:]
  /// A row that has changed leaves its old place here for a while: removing it would move all later ones.
  private(set) var order: [(sequence: Int64, id: ItemID)] = []
  var commits: [Int64: Commit] = [:]
  var sessions: [Int64: HubSession] = [:]
  /// What it may hold; nil parts leave it to the hub.
  var quota = SpaceQuota()

  mutating func put(_ entry: Entry) {
    let place = (sequence: entry.row.sequence, id: entry.row.id)
    entries[place.id] = entry
    let index = index(of: place.sequence)
    if index == order.count {
      order.append(place)
    } else if order[index].sequence == place.sequence {
      order[index] = place
    } else {
      order.insert(place, at: index)
    }
    guard order.count > 2 * entries.count + 64 else { return }
    order = order.filter { entries[$0.id]?.row.sequence == $0.sequence }
  }

  /// The place of the first row at or above a sequence number.
  func index(of sequence: Int64) -> Int {
    var low = 0
    var high = order.count
    while low < high {
      let middle = (low + high) / 2
      if order[middle].sequence < sequence { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
