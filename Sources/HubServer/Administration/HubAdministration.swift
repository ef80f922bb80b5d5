import Storage
package import Sync

/// What administrators do to a hub, on a connection of its own; a daemon may run on the same store meanwhile.
///
/// Each change is one transaction with its entry in the audit. Not for two threads at once; its methods block.
///
/// Every method throws ``HubError``: `busy` if others write for longer than ten seconds, `full`, `damaged` or
/// `inputOutput` for the file, and what it says itself.
package final class HubAdministration {
  let path: String
  let connection: Connection
  let environment: ServerEnvironment

  var tables: ServerTables { ServerTables(connection: connection) }

  /// Opens a hub's store, and brings it up to date; creates a missing one, unless `missing` says otherwise.
  package init(
    path: String,
    missing: MissingHubFile = .made,
    environment: ServerEnvironment
  ) throws(HubError) {
    // Makes and migrates the file as the daemon does.
    _ = try SQLiteHubStore(path: path, missing: missing)
    self.path = path
    self.environment = environment
    do throws(StorageError) {
      connection = try Connection(.file(path), access: .readWrite, busyTimeout: .seconds(10))
      try connection.execute("PRAGMA synchronous = FULL; PRAGMA temp_store = MEMORY")
    } catch {
      throw HubError(error, opening: path)
    }
  }

  /// The latest entries of the audit, newest first.
  package func log(limit: Int = 100) throws(HubError) -> [AuditEntry] {
    try transaction(.read) { tables throws(HubError) in
      try stored { () throws(StorageError) in try tables.audit(limit: limit) }
    }
  }

  /// When a daemon last committed something, in milliseconds since 1970, to within ten seconds; nil before the first.
  package func lastCommit() throws(HubError) -> Int64? {
    try stored { () throws(StorageError) in try tables.state("commit_ms") }
  }

  /// Runs the body in a transaction.
  func transaction<Value>(
    _ kind: Connection.TransactionKind,
    _ body: (ServerTables) throws(HubError) -> Value
  ) throws(HubError) -> Value {
    try stored { () throws(StorageError) in
      try connection.transaction(kind) { () throws(StorageError) in
        try connection.checkPlace()
        do throws(HubError) {
          return try body(tables)
        } catch {
          throw StorageError(.aborted, error.message, cause: error)
        }
      }
    }
  }

  /// Turns an error of the file into the hub's.
  func stored<Value>(_ body: () throws(StorageError) -> Value) throws(HubError) -> Value {
    do throws(StorageError) {
      return try body()
    } catch {
      throw HubError(error)
    }
  }

  /// Writes an entry of the audit.
  func audit(
    _ action: String,
    space: String? = nil,
    token: String? = nil,
    _ detail: String = ""
  ) throws(HubError) {
    let entry = AuditEntry(
      time: environment.now(),
      action: action,
      space: space,
      token: token,
      detail: detail
    )
    try stored { () throws(StorageError) in try tables.add(entry) }
  }
}
