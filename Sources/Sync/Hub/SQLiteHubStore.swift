import Files
import Storage

/// Keeps spaces in one file, which any number of processes may use at once.
///
/// A write takes the file's lock with its first statement, so no two pushes ever interleave, and is
/// on the disk when it returns (write-ahead log, `synchronous=FULL`).
///
/// Sendable although a connection is not: every way to it and to ``sums`` holds ``lock`` from the first
/// statement to the last, so one thread uses them at a time, and a reader's connection is one thread's while it is
/// out of ``readers``. The compiler cannot see that, since a `Locked` around the connection would have to take the
/// body, which is not sendable, into its own region.
package final class SQLiteHubStore: HubStore, @unchecked Sendable {
  let connection: Connection
  let lock = Locked(())
  /// The sums of spaces between pushes that are committed together.
  let sums = SpaceSumsCache()
  /// What `PRAGMA data_version` said at the last commit together; another number means that somebody else wrote.
  var dataVersion: Int64?
  private let readers: HubReaderPool?

  /// Opens a hub file; creates a missing one, unless `missing` says otherwise.
  ///
  /// With readers, so many reads run at once, each on a connection of its own that no write keeps waiting; then the log
  /// is not checkpointed by writes, and ``HubCheckpoints`` is to do so.
  ///
  /// - Throws: ``HubError`` with code `missing`, `notAHub`, `laterVersion`, `damaged` or `cannotOpen`;
  ///   nothing is written to a file that is not a hub.
  package init(
    path: String,
    missing: MissingHubFile = .made,
    busyTimeout: Duration = .seconds(10),
    readers: Int = 0
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
      if readers > 0 { try connection.execute("PRAGMA wal_autocheckpoint = 0") }
      self.connection = connection
      self.readers = readers > 0 ? try HubReaderPool(path: path, count: readers) : nil
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
      readers = nil
      try HubSchema.migrator.migrate(connection)
    } catch {
      throw HubError(error)
    }
  }

  /// Replaces everything in another hub in memory with what this hub holds.
  package func copy(to other: SQLiteHubStore) throws(HubError) {
    do throws(StorageError) {
      try connection.copy(to: other.connection)
      other.lock.withLock { _ in other.sums.removeAll() }
    } catch {
      throw HubError(error)
    }
  }

  package func read<Value: Sendable>(
    _ space: String,
    _ body: (any HubTransaction) throws(HubError) -> Value
  ) throws(HubError) -> Value {
    if let readers {
      return try readers.withConnection { connection throws(HubError) in
        try run(.read, space: space, on: connection) { transaction throws(HubError) in
          try body(transaction)
        }
      }
    }
    return try lock.withLock { _ throws(HubError) in
      try run(.read, space: space, on: connection) { transaction throws(HubError) in
        try body(transaction)
      }
    }
  }

  package func write<Value: Sendable>(
    _ space: String,
    seed: Int64,
    reading reads: HubReads,
    _ body: (any HubTransaction) throws(HubError) -> Value
  ) throws(HubError) -> Value {
    try lock.withLock { _ throws(HubError) in
      sums.removeAll()
      return try run(.write, space: space, on: connection) { transaction throws(HubError) in
        if try transaction.space() == nil { try transaction.makeSpace(epoch: seed) }
        let value = try body(transaction)
        try transaction.finish()
        return value
      }
    }
  }

  private func run<Value: Sendable>(
    _ kind: Connection.TransactionKind,
    space: String,
    on connection: Connection,
    _ body: (SQLiteHubTransaction) throws(HubError) -> Value
  ) throws(HubError) -> Value {
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
