#if Postgres
import Storage
package import Sync

// Writes: the bodies of one space run in one transaction, again if it is lost.

extension PostgresHubStore {
  package func write<Value: Sendable>(
    _ space: String,
    seed: Int64,
    reading reads: HubReads,
    _ body: (any HubTransaction) throws(HubError) -> Value
  ) throws(HubError) -> Value {
    var value: Value?
    let errors = try run(space, seeds: [seed], reads: [reads]) { _, transaction throws(HubError) in
      value = try body(transaction)
    }
    if let error = errors.first ?? nil { throw error }
    guard let value else { throw HubError(.inputOutput, "The write has no value.") }
    return value
  }

  /// Runs the writes of each space in one transaction, and those of different spaces at once.
  package func writeTogether(_ writes: [HubWrite]) -> [HubError?] {
    var places: [String: [Int]] = [:]
    for (place, write) in writes.enumerated() { places[write.space, default: []].append(place) }
    let groups = Array(places)
    guard groups.count > 1 else {
      return groups.isEmpty ? [] : writeTogether(writes, in: groups[0].key)
    }
    let errors = Locked<[HubError?]>(Array(repeating: nil, count: writes.count))
    lanes.perform(groups.count) { index in
      let (space, places) = groups[index]
      let found = self.writeTogether(places.map { writes[$0] }, in: space)
      errors.withLock { errors in
        for (place, error) in zip(places, found) { errors[place] = error }
      }
    }
    return errors.withLock { $0 }
  }

  private func writeTogether(_ writes: [HubWrite], in space: String) -> [HubError?] {
    do throws(HubError) {
      return try run(space, seeds: writes.map(\.seed), reads: writes.map(\.reads)) {
        index,
        transaction throws(HubError) in try writes[index].body(transaction)
      }
    } catch {
      // Each would wait for the same server again.
      guard writes.count > 1, error.code != .busy else { return writes.map { _ in error } }
      // Something that one of them wrote is refused: the others need not fall with it.
      return writes.map { write in writeTogether([write], in: space)[0] }
    }
  }

  /// A run whose commit ended with an error.
  private struct LostRun {
    let trace: CommitTrace
    let errors: [HubError?]
  }

  /// Runs bodies one after the other in one transaction; returns for each nil, or why nothing of it was stored.
  private func run(
    _ space: String,
    seeds: [Int64],
    reads: [HubReads],
    _ body: (Int, any HubTransaction) throws(HubError) -> Void
  ) throws(HubError) -> [HubError?] {
    var lost: LostRun?
    return try retrying { connection throws(PostgresError) in
      let transaction = try PostgresHubTransaction(
        writing: space,
        foreseen: ForeseenReads(reads, trace: lost?.trace),
        on: connection
      )
      if let run = lost, try transaction.shows(run.trace) {
        // The replies of that run stand. Its commit is older than this one, so both are on the standby's disk then.
        try transaction.commit()
        return run.errors
      }
      // The lock is held: nothing of that run can come any more.
      lost = nil
      var errors: [HubError?] = []
      errors.reserveCapacity(seeds.count)
      for (index, seed) in seeds.enumerated() {
        errors.append(
          try transaction.runBody { transaction throws(HubError) in
            if try transaction.space() == nil { try transaction.makeSpace(epoch: seed) }
            try body(index, transaction)
          }
        )
      }
      do throws(PostgresError) {
        try transaction.commit()
      } catch {
        // Most errors leave it unknown whether it was executed; the next run looks.
        lost = LostRun(trace: transaction.trace, errors: errors)
        throw error
      }
      return errors
    }
  }
}

extension PostgresHubTransaction {
  /// Whether the space shows what a commit left.
  fileprivate func shows(_ trace: CommitTrace) throws(PostgresError) -> Bool {
    do throws(HubError) {
      return try trace.isShown(by: self)
    } catch {
      if let failure { throw failure }
      // A space that was deleted shows nothing.
      return false
    }
  }

  /// Runs one body; returns why nothing of it is kept.
  fileprivate func runBody(
    _ body: (PostgresHubTransaction) throws(HubError) -> Void
  ) throws(PostgresError) -> HubError? {
    var result: HubError?
    do throws(HubError) {
      try body(self)
      bodySucceeded()
    } catch {
      result = error
      if failure == nil { try? bodyFailed() }
    }
    if let failure { throw failure }
    return result
  }
}
#endif
