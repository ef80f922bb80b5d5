import Storage
import Sync

/// A step of a random write.
enum HubStep: Sendable {
  /// Rows that are written at an age, each in place of what there is of its item.
  case put([HubRow], age: Int64)
  case purge(before: Int64)
  case forget(before: Int64, floor: Int64)
  case session(Int64, HubSession)
  /// A commit above all heads.
  case commit(nonce: Int64, age: Int64)

  /// What it does, for reports.
  var name: String {
    switch self {
    case .put(let rows, _): "put of \(rows.count)"
    case .purge: "purge"
    case .forget: "forget"
    case .session: "session"
    case .commit: "commit"
    }
  }
}

/// One space as the contract describes it, done in the plainest way.
struct HubOracle: Sendable {
  private var space: HubSpace?
  private var rows: [ItemID: (row: HubRow, age: Int64)] = [:]
  private var commits: [Int64: (nonce: Int64, age: Int64)] = [:]
  private var sessions: [Int64: HubSession] = [:]

  private var ordered: [(row: HubRow, age: Int64)] {
    rows.values.sorted { $0.row.sequence < $1.row.sequence }
  }

  /// Makes the space if it is missing.
  mutating func make(seed: Int64) {
    guard space == nil else { return }
    space = HubSpace(epoch: seed)
    commits[0] = (0, 0)
  }

  /// Does a step.
  @discardableResult mutating func perform(_ step: HubStep) -> Int64? {
    switch step {
    case .put(let changed, let age):
      for row in changed { rows[row.id] = (row, age) }
    case .purge(let age):
      let dead = ordered.filter { !$0.row.isAlive }
      let old = dead.prefix { $0.age < age }
      for entry in old { rows[entry.row.id] = nil }
      return old.last?.row.sequence
    case .forget(let age, let floor):
      sessions = sessions.filter { $0.value.age >= age }
      let last = commits.filter { $0.key <= floor && $0.value.age < age }.keys.max()
      if let last { commits = commits.filter { $0.key >= last } }
    case .session(let session, let known): sessions[session] = known
    case .commit(let nonce, let age):
      let head = (space?.head ?? 0) + 1
      commits[head] = (nonce, age)
      space?.head = head
      space?.nonce = nonce
    }
    return nil
  }

  /// Does a step here and in a transaction.
  mutating func perform(
    _ step: HubStep,
    on transaction: any HubTransaction,
    _ purpose: String
  ) throws(HubError) {
    let before = self
    let result = perform(step)
    switch step {
    case .put(let changed, let age):
      let changes = changed.map { HubRowChange(row: $0, replaced: before.rows[$0.id]?.row) }
      try transaction.put(changes, at: age)
    case .purge(let age):
      let floor = try transaction.purge(before: age)
      try agree(floor, result, "\(purpose): purge before \(age)")
    case .forget(let age, let floor): try transaction.forget(before: age, floor: floor)
    case .session(let session, let known): try transaction.setSession(session, known)
    case .commit(let nonce, let age):
      guard let space else { return }
      try transaction.addCommit(head: space.head, nonce: nonce, at: age)
      try transaction.setSpace(space)
    }
  }
}

extension HubOracle {
  /// Throws code `invalid` if a transaction reads anything else than what this holds.
  func compare(with transaction: any HubTransaction, _ purpose: String) throws(HubError) {
    try agree(transaction.space(), space, "\(purpose): the space's row")
    for head in 0...(space?.head ?? 0) + 1 {
      try agree(transaction.nonce(at: head), commits[head]?.nonce, "\(purpose): nonce at \(head)")
    }
    for session in 0..<4 as Range<Int64> {
      try agree(transaction.session(session), sessions[session], "\(purpose): session \(session)")
    }
    let (found, expected) = (try FoundRows(transaction), ordered.map(\.row))
    try agree(found.rows.map(\.sequence), expected.map(\.sequence), "\(purpose): rows")
    try agree(found.rows == expected, true, "\(purpose): contents of rows")
    let sums = found.sums
    try agree(found.digest.differences(from: sums.digest), [], "\(purpose): digest")
    try agree(found.usage, sums.usage, "\(purpose): usage")
    try compareStoredRows(transaction, purpose)
    let sequences = ordered.map(\.row.sequence)
    for limit in [sequences.last ?? 0, 20, .max] {
      let greatest = try transaction.greatestSequence(below: limit)
      try agree(greatest, sequences.last { $0 < limit }, "\(purpose): greatest below \(limit)")
      let strays = try transaction.strayRows(above: limit, limit: 3).map(\.sequence)
      let outside = sequences.filter { $0 < 1 || $0 > limit }
      let isRight = strays.count == min(3, outside.count) && Set(strays).isSubset(of: outside)
      try agree(isRight, true, "\(purpose): strays above \(limit)")
    }
  }

  /// Compares the rows of all items, and of one that is not there, in whatever parts they come.
  private func compareStoredRows(
    _ transaction: any HubTransaction,
    _ purpose: String
  ) throws(HubError) {
    let ids = (UInt64(1)...13).map { HubRow.sample($0, 1).id }
    for limit in [0, 5_000, .max] {
      var rest = ids[...]
      while !rest.isEmpty {
        let some = try transaction.storedRows(Array(rest), upToBytes: limit)
        try agree((1...rest.count).contains(some.count), true, "\(purpose): number of stored rows")
        for (id, stored) in zip(rest, some) {
          let row = try stored?.row()
          try agree(row == rows[id]?.row, true, "\(purpose): stored row of \(id)")
        }
        rest = rest.dropFirst(some.count)
      }
    }
  }

  /// Compares the rows within bounds.
  func compareRows(
    with transaction: any HubTransaction,
    after: Int64,
    upTo head: Int64,
    tombstonesAbove floor: Int64,
    _ purpose: String
  ) throws(HubError) {
    let found = try transaction.rows(
      after: after,
      upTo: head,
      limit: .max,
      tombstonesAbove: floor
    )
    let expected = ordered.map(\.row).filter { row in
      row.sequence > after && row.sequence <= head && (row.isAlive || row.sequence > floor)
    }
    try agree(
      found.map(\.sequence),
      expected.map(\.sequence),
      "\(purpose): after \(after), up to \(head), floor \(floor)"
    )
    let first = try transaction.rows(
      after: after,
      upTo: head,
      limit: 2,
      tombstonesAbove: floor
    )
    try agree(first == Array(expected.prefix(2)), true, "\(purpose): the first two rows")
  }

  private func agree<Value: Equatable>(
    _ found: Value,
    _ expected: Value,
    _ what: String
  ) throws(HubError) {
    guard found != expected else { return }
    throw HubError(.invalid, "\(what): \(found) instead of \(expected)")
  }
}
