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
  /// - Throws: ``HubError`` with code `unreachable` if there is no server or no such database, `cannotOpen` for a pooler
  ///   that mixes sessions, `notAHub`, `laterVersion`.
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
        try PostgresPooler.check(connection)
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
}
#endif
