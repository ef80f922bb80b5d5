import Storage
package import Sync

/// A hub's file as administrators see it, on a connection of its own; a daemon may run on the same file meanwhile.
package final class SQLiteAdministrationStore: AdministrationStore {
  let path: String
  let connection: Connection

  /// Opens a hub's file, and brings it up to date; creates a missing one, unless `missing` says otherwise.
  package init(path: String, missing: MissingHubFile = .made) throws(HubError) {
    // Makes and migrates the file as the daemon does.
    _ = try SQLiteHubStore(path: path, missing: missing)
    self.path = path
    do throws(StorageError) {
      connection = try Connection(.file(path), access: .readWrite, busyTimeout: .seconds(10))
      try connection.execute("PRAGMA synchronous = FULL; PRAGMA temp_store = MEMORY")
    } catch {
      throw HubError(error, opening: path)
    }
  }

  package func transaction<Value>(
    _ kind: AdministrationKind,
    _ body: (any AdministrationTransaction) throws(HubError) -> Value
  ) throws(HubError) -> Value {
    do throws(StorageError) {
      return try connection.transaction(kind == .read ? .read : .write) { () throws(StorageError) in
        try connection.checkPlace()
        do throws(HubError) {
          return try body(SQLiteAdministrationTransaction(connection: connection))
        } catch {
          throw StorageError(.aborted, error.message, cause: error)
        }
      }
    } catch {
      throw HubError(error)
    }
  }

  package func lastCommit() throws(HubError) -> Int64? {
    do throws(StorageError) {
      return try ServerTables(connection: connection).state("commit_ms")
    } catch {
      throw HubError(error)
    }
  }
}
