import Dispatch
import Storage

/// Connections for reading a hub file, each lent to one thread at a time.
///
/// Sendable although connections are not: whoever has taken one out of the list is alone with it.
final class HubReaderPool: @unchecked Sendable {
  private var free: [Connection] = []
  private let lock = Locked(())
  private let available: DispatchSemaphore

  /// Opens the connections; the file is there, with its log.
  init(path: String, count: Int) throws(StorageError) {
    for _ in 0..<count {
      let connection = try Connection(.file(path), access: .readWrite, busyTimeout: .seconds(10))
      try connection.execute("PRAGMA query_only = ON; PRAGMA cache_size = -8192", doing: "Opening")
      free.append(connection)
    }
    available = DispatchSemaphore(value: count)
    // A semaphore must not be destroyed with less than it was made with.
  }

  /// Runs the body with a connection; waits for one if all are lent.
  func withConnection<Value>(
    _ body: (Connection) throws(HubError) -> Value
  ) throws(HubError) -> Value {
    available.wait()
    let connection = take()
    defer {
      give(connection)
      available.signal()
    }
    return try body(connection)
  }

  private func take() -> Connection {
    var connection: Connection?
    lock.withLock { _ in connection = free.removeLast() }
    guard let connection else { preconditionFailure("the semaphore counts the connections") }
    return connection
  }

  private func give(_ connection: Connection) { lock.withLock { _ in free.append(connection) } }
}
