internal import CSQLite

/// A connection to a database; not for two threads at once.
///
/// It owns the C handle and closes it in `deinit`.
@safe
package final class Connection {
  /// Where the database is, for messages.
  package let location: Location

  let handle: OpaquePointer
  /// How the database was opened.
  let access: Access
  /// How long a statement waits for another process's lock, in milliseconds.
  let busyTimeout: Int32
  private var cache: StatementCache

  /// Where a database is kept.
  package enum Location: Sendable, Equatable, CustomStringConvertible {
    /// In a file of that path.
    case file(String)
    /// In memory, gone with its connection.
    case memory
    /// In a temporary file without a name, gone with its connection; in memory while it is small.
    case temporary

    package var description: String {
      switch self {
      case .file(let path): "'\(path)'"
      case .memory: "the store in memory"
      case .temporary: "a temporary copy of the store"
      }
    }
  }

  /// How a database file is opened.
  package enum Access: Sendable, Equatable {
    /// For reading and writing; a missing file is created.
    case create
    /// For reading and writing; the file must be there.
    case readWrite
    /// For reading; the file must be there.
    case readOnly
    /// For reading a file that nobody writes to meanwhile, without locks or files beside it.
    case unchanging
    /// For reading, with the file locked against all others and no shared-memory file beside it.
    ///
    /// The file is opened for writing, since it cannot be locked otherwise; nothing is written.
    case exclusive

    /// Whether nothing is written.
    var isForReading: Bool {
      switch self {
      case .create, .readWrite: false
      case .readOnly, .unchanging, .exclusive: true
      }
    }

    var flags: Int32 {
      switch self {
      case .create: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
      case .readWrite, .exclusive: SQLITE_OPEN_READWRITE
      case .readOnly: SQLITE_OPEN_READONLY
      case .unchanging: SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
      }
    }
  }

  /// Opens a database.
  ///
  /// SQLite's own mutexes are off (`SQLITE_OPEN_NOMUTEX`): callers keep a connection on one thread
  /// at a time. <https://www.sqlite.org/threadsafe.html>
  package init(
    _ location: Location,
    access: Access = .create,
    busyTimeout: Duration = .seconds(5)
  ) throws(StorageError) {
    let path =
      switch location {
      case .file(let path): access == .unchanging ? StoreFile(path).unchangingURI : path
      case .memory: ":memory:"
      // https://www.sqlite.org/inmemorydb.html#temp_db
      case .temporary: ""
      }
    var opened: OpaquePointer?
    let flags = access.flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
    let code = unsafe sqlite3_open_v2(path, &opened, flags, nil)
    guard code == SQLITE_OK, let handle = unsafe opened else {
      if case .file(let path) = location { try StoreFile(path).checkLength() }
      let error = unsafe StorageError(code, at: opened, doing: "Opening", location: location)
      unsafe sqlite3_close_v2(opened)
      throw error
    }
    self.location = location
    self.access = access
    unsafe self.handle = handle
    self.busyTimeout = Int32(clamping: busyTimeout.milliseconds)
    cache = StatementCache(capacity: 48)
    waitWhenBusy(self.busyTimeout)
    // Nothing in a database file may call code or write to the schema's own tables.
    _ = unsafe csqlite_db_config_flag(handle, SQLITE_DBCONFIG_DEFENSIVE, 1)
    _ = unsafe csqlite_db_config_flag(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0)
    if access == .exclusive { try lockExclusively() }
    // Every connection needs it to read a schema with attribute indexes.
    try AttributePathFunction.register(on: self)
  }

  /// Locks the file from the first read on, and keeps the log's index in this process's memory.
  ///
  /// See <https://www.sqlite.org/wal.html#use_of_wal_without_shared_memory>. Closing does not
  /// checkpoint the log, so that nothing is written.
  private func lockExclusively() throws(StorageError) {
    _ = unsafe csqlite_db_config_flag(handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
    try execute("PRAGMA locking_mode = EXCLUSIVE; PRAGMA query_only = ON", doing: "Opening")
  }

  deinit {
    cache.removeAll()
    unsafe sqlite3_close_v2(handle)
  }

  /// Sets how many milliseconds statements wait for another process's lock from here on.
  func waitWhenBusy(_ milliseconds: Int32) {
    unsafe sqlite3_busy_timeout(handle, milliseconds)
  }

  /// Runs statements that return nothing, one after the other.
  package func execute(_ sql: String, doing: String = "Writing to") throws(StorageError) {
    let code = unsafe sqlite3_exec(handle, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw error(code, doing: doing) }
  }

  /// A prepared statement that the caller keeps and may run many times.
  package func prepare(_ sql: String) throws(StorageError) -> Statement {
    try Statement(sql, on: self)
  }

  /// A prepared statement from a bounded cache; run it to its end before you ask for it again.
  package func cached(_ sql: String) throws(StorageError) -> Statement {
    if let statement = cache[sql] {
      statement.reset()
      return statement
    }
    let statement = try prepare(sql)
    cache.insert(statement, for: sql)
    return statement
  }

  /// The first column of the first row as an integer, or nil without a row.
  package func integer(_ sql: String, doing: String = "Reading") throws(StorageError) -> Int64? {
    let statement = try prepare(sql)
    guard try statement.step(doing: doing) else { return nil }
    return statement.integer(0)
  }

  /// The first column of the first row as text, or nil without a row.
  package func text(_ sql: String, doing: String = "Reading") throws(StorageError) -> String? {
    let statement = try prepare(sql)
    guard try statement.step(doing: doing) else { return nil }
    return statement.text(0)
  }

  /// Whether the file behind this connection cannot be written to.
  package var isReadOnly: Bool {
    unsafe access.isForReading || sqlite3_db_readonly(handle, "main") == 1
  }

  /// Whether a transaction is open.
  package var isInTransaction: Bool { unsafe sqlite3_get_autocommit(handle) == 0 }

  /// Whether the open transaction has written to the store.
  var hasWritten: Bool { unsafe sqlite3_txn_state(handle, "main") == SQLITE_TXN_WRITE }

  /// Increases with each row that this connection writes.
  package var changeCount: Int32 { unsafe sqlite3_total_changes(handle) }

  /// Stops a statement of this connection from another thread.
  package var interrupter: Interrupter { unsafe Interrupter(handle: handle) }

  /// Stops the statement that a connection is running; the connection must still be open.
  ///
  /// Sendable although it holds a pointer, of which the compiler knows nothing: only
  /// `sqlite3_interrupt` uses it, which any thread may call. The owner drops the interrupter before
  /// the connection closes, as ``SessionOperation`` does under its lock.
  /// <https://www.sqlite.org/c3ref/interrupt.html>
  @safe
  package struct Interrupter: @unchecked Sendable {
    fileprivate let handle: OpaquePointer

    package func interrupt() { unsafe sqlite3_interrupt(handle) }
  }

  /// The last error of this connection as a ``StorageError``.
  package func error(_ code: Int32, doing: String) -> StorageError {
    unsafe StorageError(code, at: handle, doing: doing, location: location)
  }

  /// The error for contents of this database that this library never writes.
  func damaged(_ what: String) -> StorageError {
    StorageError(
      .damaged,
      "\(what) in \(location) is damaged. Keep a copy of the file and restore it from a backup."
    )
  }
}

extension Duration {
  /// The whole milliseconds in this duration.
  var milliseconds: Int64 {
    components.seconds * 1_000 + components.attoseconds / 1_000_000_000_000_000
  }
}
