/// An empty store in memory, made once in a process.
///
/// To copy its pages takes a sixth of the time that the migrations take, and a test suite opens hundreds.
///
/// Sendable although its connection is not: nothing touches the connection but ``copy(to:)``, under the
/// lock. The compiler cannot see it since both connections come together in the copying, and it takes
/// what one of them holds for the other's as well.
final class EmptyStore: @unchecked Sendable {
  private static let shared = Result { () throws(StorageError) in try EmptyStore() }

  private let connection: Connection
  private let turn = Locked(())

  private init() throws(StorageError) {
    connection = try Connection(.memory)
    try Migrator().migrate(connection)
  }

  /// Makes an empty store of a connection's empty database.
  static func copy(to target: Connection) throws(StorageError) {
    try shared.get().copy(to: target)
  }

  private func copy(to target: Connection) throws(StorageError) {
    nonisolated(unsafe) let target = target
    try turn.withLock { _ throws(StorageError) in try unsafe connection.copy(to: target) }
  }
}
