// A hub's store that lives as long as the process.

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
    _ body: (any HubTransaction) throws(HubError) -> Value
  ) throws(HubError) -> Value {
    let result = spaces.withLock { spaces -> Result<Value, HubError> in
      var content = spaces.removeValue(forKey: space) ?? MemorySpace()
      if content.space == nil {
        content.space = HubSpace(epoch: seed)
        content.nonces[0] = 0
      }
      let before = content
      let transaction = MemoryHubTransaction(content)
      do throws(HubError) {
        let value = try body(transaction)
        spaces[space] = transaction.content
        return .success(value)
      } catch {
        spaces[space] = before
        return .failure(error)
      }
    }
    return try result.get()
  }
}

extension MemoryHubStore {
  /// Everything that the store holds, to be given back to ``restore(_:)``.
  package struct Backup: Sendable {
    fileprivate let spaces: [String: MemorySpace]
  }

  /// Copies everything.
  package func backup() -> Backup { Backup(spaces: spaces.withLock { $0 }) }

  /// Goes back to a copy.
  package func restore(_ backup: Backup) { spaces.withLock { $0 = backup.spaces } }
}

/// One space: rows by item, and the items in order of their sequence numbers.
private struct MemorySpace: Sendable {
  var space: HubSpace?
  var rows: [ItemID: HubRow] = [:]
  var changed: [ItemID: Int64] = [:]
  var order: [(sequence: Int64, id: ItemID)] = []
  var nonces: [Int64: Int64] = [:]
  var counters: [Int64: Int64] = [:]
}

/// A transaction on a copy of a space; the store takes the copy over when the body succeeds.
private final class MemoryHubTransaction: HubTransaction {
  var content: MemorySpace

  init(_ content: MemorySpace) { self.content = content }

  func space() -> HubSpace? { content.space }
  func setSpace(_ space: HubSpace) { content.space = space }
  func nonce(at head: Int64) -> Int64? { content.nonces[head] }
  func row(_ id: ItemID) -> HubRow? { content.rows[id] }
  func counter(of session: Int64) -> Int64? { content.counters[session] }

  func addCommit(head: Int64, nonce: Int64, at milliseconds: Int64) {
    content.nonces[head] = nonce
  }

  func setCounter(_ counter: Int64, of session: Int64, device: Int64, at milliseconds: Int64) {
    content.counters[session] = counter
  }

  func digest() -> SpaceDigest {
    var digest = SpaceDigest()
    for row in content.rows.values { digest.add(row.id, row.state) }
    return digest
  }

  func put(_ row: HubRow, replacing old: HubRow?, at milliseconds: Int64) {
    if let old { content.order.remove(at: index(of: old.sequence)) }
    content.rows[row.id] = row
    content.changed[row.id] = milliseconds
    content.order.insert((row.sequence, row.id), at: index(of: row.sequence))
  }

  func rows(after: Int64, upTo head: Int64, limit: Int, tombstonesAbove floor: Int64) -> [HubRow] {
    var found: [HubRow] = []
    guard after < head else { return [] }
    for (sequence, id) in content.order[index(of: after + 1)...] {
      guard found.count < limit, sequence <= head else { break }
      guard let row = content.rows[id], sequence > floor || row.state.isAlive else { continue }
      found.append(row)
    }
    return found
  }

  func purge(before milliseconds: Int64) -> Int64? {
    var floor: Int64?
    for (sequence, id) in content.order {
      guard let row = content.rows[id], !row.state.isAlive else { continue }
      guard content.changed[id] ?? 0 < milliseconds else { break }
      content.rows[id] = nil
      content.changed[id] = nil
      floor = sequence
    }
    let rows = content.rows
    content.order.removeAll { rows[$0.id] == nil }
    return floor
  }

  /// The place of the first row at or above a sequence number.
  private func index(of sequence: Int64) -> Int {
    var low = 0
    var high = content.order.count
    while low < high {
      let middle = (low + high) / 2
      if content.order[middle].sequence < sequence { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
