#if Postgres
import Dispatch
import Storage
package import Sync

/// A hub's store in PostgreSQL, which any number of daemons may use at once.
///
/// A write takes two round trips and one commit, under the lock of its space's row. One whose commit has an unknown outcome is
/// run again: what it left shows whether it was committed, and then its reply stands. A connection that is lost, a server
/// that restarts or is replaced by its standby, and writers that met are overcome in the same way, for as long as
/// ``patience`` says.
package final class PostgresHubStore: Sendable {
  let pool: PostgresPool
  let lanes: PostgresLanes
  /// Head and nonce of the spaces that somebody waited for at the last look.
  let heads = Locked<[String: [Int64]]>([:])
  /// How long a request is tried again.
  let patience: Duration

  /// Opens a hub's database, and brings it up to date.
  ///
  /// - Throws: ``HubError`` with code `cannotOpen` if there is no server or no such database, `notAHub`, `laterVersion`.
  package init(
    _ settings: PostgresSettings,
    connections: Int = 16,
    patience: Duration = .seconds(10)
  ) throws(HubError) {
    pool = PostgresPool(settings, capacity: connections)
    lanes = PostgresLanes(count: max(1, connections * 3 / 4))
    self.patience = patience
    do throws(PostgresError) {
      try pool.withConnection { connection throws(PostgresError) in
        try PostgresSchema.migrate(connection)
      }
    } catch {
      if error.sqlState == PostgresSchema.laterVersion {
        throw HubError(.laterVersion, error.message)
      }
      throw HubError(error, isOpening: true)
    }
  }

  /// Closes the connections that are not in use.
  package func closeConnections() { pool.closeAll() }

  /// Runs the body with a connection, again and again as long as its error may pass, and for no longer than `limit`.
  func retrying<Value>(
    for limit: Duration? = nil,
    _ body: (PostgresConnection) throws(PostgresError) -> Value
  ) throws(HubError) -> Value {
    let deadline = ContinuousClock.now + min(patience, limit ?? patience)
    var attempt = 0
    while true {
      do throws(PostgresError) {
        return try pool.withConnection { connection throws(PostgresError) in
          do throws(PostgresError) {
            return try body(connection)
          } catch {
            // One that cannot be rolled back is closed.
            if !error.isConnectionLost { _ = try? connection.run([PostgresCommand(.rollBack)]) }
            throw error
          }
        }
      } catch {
        attempt += 1
        // Two writers meet once, not again and again.
        let isHopeless = error.sqlState == PostgresError.uniqueViolation && attempt > 4
        guard error.isRetryable, !isHopeless, ContinuousClock.now < deadline else {
          throw HubError(error)
        }
        PostgresHubStore.pause(before: attempt)
      }
    }
  }

  /// Waits for some milliseconds, more with each attempt, and not as long as others do.
  private static func pause(before attempt: Int) {
    let most = min(250.0, 2.0 * Double(1 << min(attempt, 10)))
    let nanoseconds = Int(Double.random(in: most / 2...most) * 1_000_000)
    _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .nanoseconds(nanoseconds))
  }
}

extension PostgresHubStore: HubStore {
  package func read<Value: Sendable>(
    _ space: String,
    _ body: (any HubTransaction) throws(HubError) -> Value
  ) throws(HubError) -> Value {
    let result = try retrying { connection throws(PostgresError) -> Result<Value, HubError>? in
      let transaction = try PostgresHubTransaction(reading: space, on: connection)
      let result = PostgresHubStore.result(of: body, transaction)
      if let failure = transaction.failure { throw failure }
      try transaction.commit()
      return transaction.needsLock ? nil : result
    }
    if let result { return try result.get() }
    return try readUnderLock(space, body)
  }

  /// Reads a space whose row is locked, and commits that as a write is committed: neither a standby nor a primary that
  /// has been replaced can do so.
  private func readUnderLock<Value: Sendable>(
    _ space: String,
    _ body: (any HubTransaction) throws(HubError) -> Value
  ) throws(HubError) -> Value {
    try retrying { connection throws(PostgresError) -> Result<Value, HubError> in
      let transaction = try PostgresHubTransaction(
        writing: space,
        foreseen: ForeseenReads([]),
        on: connection
      )
      // Where there is no space, there is another row to be locked.
      if transaction.known.space == nil {
        _ = try connection.run([PostgresCommand(.lockState, [.text("tokens")])])
      }
      let result = PostgresHubStore.result(of: body, transaction)
      if let failure = transaction.failure { throw failure }
      try transaction.commit()
      return result
    }.get()
  }

  private static func result<Value>(
    of body: (any HubTransaction) throws(HubError) -> Value,
    _ transaction: PostgresHubTransaction
  ) -> Result<Value, HubError> {
    do throws(HubError) {
      return .success(try body(transaction))
    } catch {
      return .failure(error)
    }
  }

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
