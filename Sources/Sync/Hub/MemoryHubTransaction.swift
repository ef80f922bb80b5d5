import Storage

/// Changes a space in place, and keeps the inverse of each change until the transaction ends.
final class MemoryHubTransaction: HubTransaction {
  private enum Undo {
    case space(HubSpace?)
    case entry(ItemID, MemorySpace.Entry?)
    case commit(Int64, MemorySpace.Commit?)
    case session(Int64, HubSession?)
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
      case .commit(let head, let commit): content.commits[head] = commit
      case .session(let session, let known): content.sessions[session] = known
      }
    }
    undo = []
  }

  func space() -> HubSpace? { content.space }
  func nonce(at head: Int64) -> Int64? { content.commits[head]?.nonce }
  func storedRows(_ ids: [ItemID], upToBytes bytes: Int) -> [StoredHubRow?] {
    ids.map { content.entries[$0].map { StoredHubRow($0.row) } }
  }
  func session(_ session: Int64) -> HubSession? { content.sessions[session] }

  func setSpace(_ space: HubSpace) {
    undo.append(.space(content.space))
    var space = space
    if let old = content.space { (space.epoch, space.isFrozen) = (old.epoch, old.isFrozen) }
    content.space = space
  }

  func addCommit(head: Int64, nonce: Int64, at age: Int64) {
    set(MemorySpace.Commit(nonce: nonce, age: age), at: head)
  }

  private func set(_ commit: MemorySpace.Commit?, at head: Int64) {
    undo.append(.commit(head, content.commits[head]))
    content.commits[head] = commit
  }

  func setSession(_ session: Int64, _ known: HubSession) {
    undo.append(.session(session, content.sessions.updateValue(known, forKey: session)))
  }

  func forget(before age: Int64, floor: Int64) {
    let last = content.commits.filter { $0.key <= floor && $0.value.age < age }.keys.max()
    for head in content.commits.keys where last.map({ head < $0 }) ?? false { set(nil, at: head) }
    for (session, known) in content.sessions where known.age < age {
      undo.append(.session(session, known))
      content.sessions[session] = nil
    }
  }

  func digest() -> SpaceDigest {
    var digest = SpaceDigest()
    for entry in content.entries.values { digest.add(entry.row.id, entry.row.state) }
    return digest
  }

  /// Counts every row: only tests have a quota in memory.
  func usage() -> SpaceUsage {
    content.entries.values.reduce(into: SpaceUsage()) { usage, entry in
      usage.items += entry.row.state.isAlive ? 1 : 0
      usage.bytes += Int64(entry.row.state.bytes.count)
    }
  }

  func quota() -> SpaceQuota { content.quota }

  func put(_ changes: [HubRowChange], at age: Int64) {
    for change in changes {
      undo.append(.entry(change.row.id, content.entries[change.row.id]))
      content.put(MemorySpace.Entry(row: change.row, changedAt: age))
    }
  }

  func forEachRow(
    after: Int64,
    upTo head: Int64,
    tombstonesAbove floor: Int64,
    _ body: (StoredHubRow) throws(HubError) -> Bool
  ) throws(HubError) {
    guard after < head else { return }
    for (sequence, id) in content.order[content.index(of: after + 1)...] {
      guard sequence <= head else { return }
      guard let row = content.entries[id]?.row, row.sequence == sequence,
        sequence > floor || row.state.isAlive
      else { continue }
      guard try body(StoredHubRow(row)) else { return }
    }
  }

  func strayRows(above head: Int64, limit: Int) -> [DamagedRow] {
    let below = content.order[..<content.index(of: 1)]
    let above = head == .max ? [] : content.order[content.index(of: head + 1)...]
    return (below + above).lazy
      .filter { self.content.entries[$0.id]?.row.sequence == $0.sequence }
      .prefix(limit)
      .map { DamagedRow(item: $0.id, sequence: $0.sequence) }
  }

  func greatestSequence(below limit: Int64) -> Int64? {
    content.order[..<content.index(of: limit)]
      .last { content.entries[$0.id]?.row.sequence == $0.sequence }?.sequence
  }

  func purge(before age: Int64) -> Int64? {
    var floor: Int64?
    for (sequence, id) in content.order {
      guard let entry = content.entries[id], entry.row.sequence == sequence,
        !entry.row.state.isAlive
      else { continue }
      guard entry.changedAt < age else { break }
      undo.append(.entry(id, entry))
      content.entries[id] = nil
      floor = sequence
    }
    return floor
  }
}
