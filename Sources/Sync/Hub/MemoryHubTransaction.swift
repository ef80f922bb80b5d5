import Storage

/// Changes a space in place, and keeps the inverse of each change until the transaction ends.
final class MemoryHubTransaction: HubTransaction {
  private enum Undo {
    case space(HubSpace?)
    case entry(ItemID, MemorySpace.Entry?)
    case nonce(Int64, Int64?)
    case counter(Int64, Int64?)
  }

  private(set) var content: MemorySpace
  private var undo: [Undo] = []

  init(_ content: consuming MemorySpace) { self.content = content }

  /// Undoes every change, the last one first.
  func rollBack() {
    for step in undo.reversed() {
      switch step {
      case .space(let space): content.space = space
      case .entry(_, let entry?): content.put(entry)
      case .entry(let id, nil): content.entries[id] = nil
      case .nonce(let head, let nonce): content.nonces[head] = nonce
      case .counter(let session, let counter): content.counters[session] = counter
      }
    }
    undo = []
  }

  func space() -> HubSpace? { content.space }
  func nonce(at head: Int64) -> Int64? { content.nonces[head] }
  func row(_ id: ItemID) -> HubRow? { content.entries[id]?.row }
  func counter(of session: Int64) -> Int64? { content.counters[session] }

  func setSpace(_ space: HubSpace) {
    undo.append(.space(content.space))
    content.space = space
  }

  func addCommit(head: Int64, nonce: Int64, at milliseconds: Int64) {
    undo.append(.nonce(head, content.nonces.updateValue(nonce, forKey: head)))
  }

  func setCounter(_ counter: Int64, of session: Int64, device: Int64, at milliseconds: Int64) {
    undo.append(.counter(session, content.counters.updateValue(counter, forKey: session)))
  }

  func digest() -> SpaceDigest {
    var digest = SpaceDigest()
    for entry in content.entries.values { digest.add(entry.row.id, entry.row.state) }
    return digest
  }

  func put(_ row: HubRow, replacing old: HubRow?, at milliseconds: Int64) {
    undo.append(.entry(row.id, content.entries[row.id]))
    content.put(MemorySpace.Entry(row: row, changedAt: milliseconds))
  }

  func rows(after: Int64, upTo head: Int64, limit: Int, tombstonesAbove floor: Int64) -> [HubRow] {
    var found: [HubRow] = []
    guard after < head else { return [] }
    for (sequence, id) in content.order[content.index(of: after + 1)...] {
      guard found.count < limit, sequence <= head else { break }
      guard let row = content.entries[id]?.row, row.sequence == sequence,
        sequence > floor || row.state.isAlive
      else { continue }
      found.append(row)
    }
    return found
  }

  func purge(before milliseconds: Int64) -> Int64? {
    var floor: Int64?
    for (sequence, id) in content.order {
      guard let entry = content.entries[id], entry.row.sequence == sequence,
        !entry.row.state.isAlive
      else { continue }
      guard entry.changedAt < milliseconds else { break }
      undo.append(.entry(id, entry))
      content.entries[id] = nil
      floor = sequence
    }
    return floor
  }
}
