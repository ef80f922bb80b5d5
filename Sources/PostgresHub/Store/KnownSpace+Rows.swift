#if Postgres
import Storage
import Sync

// What a space is on the server: rows that were read, and commands that write them.

extension KnownSpace {
  /// Takes the space's own row, or that there is none.
  mutating func takeSpace(_ result: PostgresResult) {
    guard !result.isEmpty else { return }
    space = HubSpace(
      epoch: result.integer(0, 0),
      head: result.integer(0, 1),
      nonce: result.integer(0, 2),
      floor: result.integer(0, 3),
      age: result.integer(0, 4),
      purgedAt: result.integer(0, 5),
      isFrozen: !result.isNull(0, 10)
    )
    usage = SpaceUsage(items: result.integer(0, 6), bytes: result.integer(0, 7))
    quota = SpaceQuota(items: result.optionalInteger(0, 8), bytes: result.optionalInteger(0, 9))
    frozenSince = result.optionalInteger(0, 10)
  }

  /// Takes the answer to a question.
  mutating func take(_ result: PostgresResult, of question: PostgresCommand) {
    switch question.statement {
    case .greatestSequence:
      greatestSequence = .some(result.isEmpty ? nil : result.integer(0, 0))
    case .nonces:
      for row in 0..<result.count { commits[result.integer(row, 0)] = result.integer(row, 1) }
    case .sessions:
      for row in 0..<result.count {
        sessions[result.integer(row, 0)] = HubSession(
          device: result.integer(row, 1),
          counter: result.integer(row, 2),
          clock: result.integer(row, 3),
          age: result.integer(row, 4)
        )
      }
    case .rows:
      for row in 0..<result.count {
        guard let id = result.id(row, 0) else { continue }
        let sequence = result.integer(row, 1)
        rows[id] =
          result.isNull(row, 3)
          ? .large(sequence: sequence, bytes: Int(result.integer(row, 2)))
          : .loaded(sequence: sequence, doc: result.bytes(row, 3))
      }
    case .digestParts:
      for row in 0..<result.count {
        let sums = result.bytes(row, 1)
        guard sums.count == KnownSpace.sumsPerPart * 8 else { continue }
        digestParts[Int(result.integer(row, 0))] = KnownSpace.sums(sums)
      }
    default: break
    }
  }

  /// What writes changes, which come after everything that is known.
  func commands(for changes: PendingChanges, in name: String) -> [PostgresCommand] {
    let key = PostgresValue.text(name)
    var commands: [PostgresCommand] = []
    for (id, row) in changes.rows {
      commands.append(
        PostgresCommand(
          .putRow,
          [
            key, .id(id), .integer(row.sequence), .boolean(!row.isAlive), .integer(row.age),
            .bytes(row.doc),
          ]
        )
      )
    }
    for (part, sums) in changedParts(by: changes.digest) {
      commands.append(
        PostgresCommand(
          .putDigestPart,
          [key, .integer(Int64(part)), .bytes(KnownSpace.bytes(sums))]
        )
      )
    }
    for (head, commit) in changes.commits {
      commands.append(
        PostgresCommand(
          .insertCommit,
          [key, .integer(head), .integer(commit.nonce), .integer(commit.age)]
        )
      )
    }
    for (session, known) in changes.sessions {
      commands.append(
        PostgresCommand(
          .putSession,
          [
            key, .integer(session), .integer(known.device), .integer(known.counter),
            .integer(known.clock), .integer(known.age),
          ]
        )
      )
    }
    if let command = spaceCommand(for: changes, key) { commands.append(command) }
    return commands
  }

  private func spaceCommand(
    for changes: PendingChanges,
    _ key: PostgresValue
  ) -> PostgresCommand? {
    guard let space = changes.space ?? space,
      changes.makesSpace || changes.space != nil || changes.usage != SpaceUsage()
    else { return nil }
    let numbers = [space.head, space.nonce, space.floor, space.age, space.purgedAt]
    let counts = [usage.items + changes.usage.items, usage.bytes + changes.usage.bytes]
    let values = (numbers + counts).map { PostgresValue.integer($0) }
    guard changes.makesSpace else { return PostgresCommand(.updateSpace, [key] + values) }
    return PostgresCommand(.insertSpace, [key, .integer(space.epoch)] + values + [.null, .null])
  }

  private static func sums(_ bytes: [UInt8]) -> [UInt64] {
    stride(from: 0, to: bytes.count, by: 8).map { start in
      bytes[start..<start + 8].reduce(0) { $0 << 8 | UInt64($1) }
    }
  }

  static func bytes(_ sums: [UInt64]) -> [UInt8] {
    sums.flatMap { sum in (0..<8).map { UInt8(truncatingIfNeeded: sum >> (56 - 8 * UInt64($0))) } }
  }
}
#endif
