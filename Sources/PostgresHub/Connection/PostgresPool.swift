#if Postgres
import Dispatch
import Storage

/// A bounded number of connections, each lent to one thread at a time, and made when it is first needed.
///
/// Sendable although connections are not: whoever has taken one out of the list is alone with it.
package final class PostgresPool: @unchecked Sendable {
  /// Where they lead.
  package let settings: PostgresSettings
  /// How many there may be at once.
  package let capacity: Int

  private let lock = Locked(())
  /// Those that nobody has, the one that was used last at the end; under ``lock``.
  private var free: [PostgresConnection] = []
  /// How often connections were given up; under ``lock``.
  private var generation = 0
  private let available: DispatchSemaphore

  /// A pool that has no connection yet.
  package init(_ settings: PostgresSettings, capacity: Int) {
    precondition(capacity > 0, "a pool without connections")
    self.settings = settings
    self.capacity = capacity
    available = DispatchSemaphore(value: capacity)
    // A semaphore must not be destroyed with less than it was made with: every loan below gives back.
  }

  /// Runs the body with a connection that is in no transaction; waits for one if all are lent.
  ///
  /// A connection that the body leaves within a transaction, or without an answer, is closed.
  /// - Throws: What the body throws; ``PostgresError`` with SQLSTATE 53300 if all stay lent for the time given, or of
  ///   class 08 if no server can be reached.
  package func withConnection<Value>(
    waiting: Duration = .seconds(10),
    _ body: (PostgresConnection) throws(PostgresError) -> Value
  ) throws(PostgresError) -> Value {
    let limit = DispatchTime.now() + .milliseconds(Int(waiting / .milliseconds(1)))
    guard available.wait(timeout: limit) == .success else {
      throw PostgresError(
        "53300",
        "All \(capacity) connections to PostgreSQL have been in use for \(waiting.components.seconds) seconds."
      )
    }
    defer { available.signal() }
    let (known, generation) = take()
    let connection: PostgresConnection
    if let known { connection = known } else { connection = try connect() }
    defer { give(connection, generation) }
    do throws(PostgresError) {
      return try body(connection)
    } catch {
      // The others lead to the same server, which may be gone.
      if error.isConnectionLost { closeAll() }
      throw error
    }
  }

  /// Closes the connections that nobody has; those that are lent are closed when they come back.
  package func closeAll() {
    var closed: [PostgresConnection] = []
    lock.withLock { _ in
      swap(&closed, &free)
      generation += 1
    }
  }

  private func connect() throws(PostgresError) -> PostgresConnection {
    do throws(PostgresError) {
      return try PostgresConnection(settings)
    } catch {
      // libpq has no SQLSTATE of a connection that was refused, only the server's words.
      let refusals = ["too many clients", "too many connections", "connection slots are reserved"]
      guard refusals.contains(where: { error.message.contains($0) }) else { throw error }
      var error = error
      error.message +=
        ". The server takes no more connections: raise its max_connections, or give each daemon fewer by "
        + "'--store-connections' (this process may have \(capacity))"
      throw error
    }
  }

  private func take() -> (PostgresConnection?, generation: Int) {
    var connection: PostgresConnection?
    var number = 0
    lock.withLock { _ in
      connection = free.popLast()
      number = generation
    }
    return (connection, number)
  }

  private func give(_ connection: PostgresConnection, _ number: Int) {
    guard connection.isIdle else { return }
    lock.withLock { _ in if number == generation { free.append(connection) } }
  }
}
#endif
