/// An empty store in memory, made once in a process.
///
/// Copying its pages takes a sixth of the time of the migrations, and a test suite opens hundreds.
///
/// Sendable although its connection is not: only ``copy(to:)`` uses the connection, under the lock.
/// The compiler cannot see this, because copying merges the isolation regions of both connections.
final class EmptyStore: @unchecked Sendable {
  private static let shared = Result { () throws(StorageError) in try EmptyStore() }

  private let connection: Connection
  private let turn = Locked(())

  private init() throws(StorageError) {
    connection = try Connection(.memory)
    try Migrator().migrate(connection)
  }

  /// Turns a connection's empty database into an empty store.
  static func copy(to target: Connection) throws(StorageError) {
    try shared.get().copy(to: target)
  }

  private func copy(to target: Connection) throws(StorageError) {
    nonisolated(unsafe) let target = target
    try turn.withLock { _ throws(StorageError) in try unsafe connection.copy(to: target) }
  }
}
