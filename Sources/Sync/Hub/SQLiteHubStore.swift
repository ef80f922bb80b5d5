import Files
import Storage

/// Keeps spaces in one file, which any number of processes may use at once.
///
/// A write takes the file's lock with its first statement, so no two pushes ever interleave, and is
/// on the disk when it returns (write-ahead log, `synchronous=FULL`).
///
/// Sendable although a connection is not: the only two ways to it, ``read(_:_:)`` and
/// ``write(_:seed:_:)``, hold ``lock`` from the first statement to the last, so one thread uses it at
/// a time. The compiler cannot see that, since a `Locked` around the connection would have to take the
/// body, which is not sendable, into its own region.
package final class SQLiteHubStore: HubStore, @unchecked Sendable {
  private let connection: Connection
  private let lock = Locked(())

  /// Opens a hub file; creates a missing one, unless `missing` says otherwise.
  ///
  /// - Throws: ``HubError`` with code `missing`, `notAHub`, `laterVersion`, `damaged` or `cannotOpen`;
  ///   nothing is written to a file that is not a hub.
  package init(
    path: String,
    missing: MissingHubFile = .made,
    busyTimeout: Duration = .seconds(10)
  ) throws(HubError) {
    let place = StoreFile(path)
    guard missing == .made || place.path.exists else {
      throw HubError(.missing, "The hub file '\(path)' is not there.")
    }
    let isNew = !place.path.exists
    do throws(StorageError) {
      try place.check(mayCreate: missing == .made)
      try place.checkLinks()
      let connection = try Connection(
        .file(path),
        access: missing == .made ? .create : .readWrite,
        busyTimeout: busyTimeout
      )
      try SQLiteHubStore.setUp(connection, missing, busyTimeout: busyTimeout)
      self.connection = connection
    } catch {
      if isNew { place.removeIfEmpty() }
      throw HubError(error, opening: path)
    }
  }

  /// A hub's store on SQLite that lives as long as the value.
  package static func inMemory() throws(HubError) -> SQLiteHubStore { try SQLiteHubStore() }

  private init() throws(HubError) {
    do throws(StorageError) {
      connection = try Connection(.memory)
      try HubSchema.migrator.migrate(connection)
    } catch {
      throw HubError(error)
    }
  }

  /// Replaces everything in another hub in memory with what this hub holds.
  package func copy(to other: SQLiteHubStore) throws(HubError) {
    do throws(StorageError) {
      try connection.copy(to: other.connection)
    } catch {
      throw HubError(error)
    }
  }

  package func read<Value: Sendable>(
    _ space: String,
    _ body: (any HubTransaction) throws(HubError) -> Value
  ) throws(HubError) -> Value {
    try run(.read, space: space) { transaction throws(HubError) in try body(transaction) }
  }

  package func write<Value: Sendable>(
    _ space: String,
    seed: Int64,
    _ body: (any HubTransaction) throws(HubError) -> Value
  ) throws(HubError) -> Value {
    try run(.write, space: space) { transaction throws(HubError) in
      if try transaction.space() == nil { try transaction.makeSpace(epoch: seed) }
      return try body(transaction)
    }
  }

  private func run<Value: Sendable>(
    _ kind: Connection.TransactionKind,
    space: String,
    _ body: (SQLiteHubTransaction) throws(HubError) -> Value
  ) throws(HubError) -> Value {
    try lock.withLock { _ throws(HubError) in
      let transaction = SQLiteHubTransaction(connection: connection, id: space)
      do throws(StorageError) {
        return try connection.transaction(kind) { () throws(StorageError) -> Value in
          // No other device ever sees what is written to a file that has lost its name.
          try connection.checkPlace()
          do throws(HubError) {
            return try body(transaction)
          } catch {
            throw StorageError(.aborted, error.message, cause: error)
          }
        }
      } catch {
        throw HubError(error)
      }
    }
  }
}

extension SQLiteHubStore {
  private static func setUp(
    _ connection: Connection,
    _ missing: MissingHubFile,
    busyTimeout: Duration
  ) throws(StorageError) {
    let version = try HubSchema.migrator.version(of: connection)
    guard version != nil || missing == .made else {
      let error = HubError(.missing, "The hub file \(connection.location) holds nothing.")
      throw StorageError(.aborted, error.message, cause: error)
    }
    // Before the first transaction, since the mode cannot be changed inside one.
    guard try connection.useWriteAheadLog(timeout: busyTimeout) else {
      throw StorageError(
        .cannotOpen,
        "The file system of \(connection.location) does not allow a write-ahead log; "
          + "keep the hub on a local disk."
      )
    }
    try connection.execute(
      """
      PRAGMA synchronous = FULL;
      PRAGMA journal_size_limit = 16777216;
      PRAGMA cache_size = -8192;
      PRAGMA temp_store = MEMORY;
      """,
      doing: "Opening"
    )
    if version != HubSchema.migrator.latest { try HubSchema.migrator.migrate(connection) }
    try HubSchema.migrator.checkHistory(connection)
  }
}
