// Logs beside a path where another database is to be put.
//
// A log does not say whose it is: SQLite takes one for that of whatever lies at the path, and brings the
// changes in it over that. <https://www.sqlite.org/howtocorrupt.html> calls it mispairing.

extension StoreFile {
  /// Where SQLite keeps changes that are not in the database's own file.
  private var logs: [String] { ["-wal", "-journal"].map { path + $0 } }

  /// The first log that holds anything.
  private var fullLog: String? { logs.first { (StoreFile.size(of: $0) ?? 0) > 0 } }

  /// Throws where a log is left of a database that was here and is gone.
  package func checkForStrayLog() throws(StorageError) {
    guard kind == .nothing, let log = fullLog else { return }
    throw StorageError(
      .fileExists,
      "'\(log)' holds changes of a database that is gone, and would be taken for those of a new one. "
        + "Move it away first, or give another path."
    )
  }

  /// Leaves the database here without a log, so that another one can be put in its place.
  ///
  /// Throws ``StorageError/Code/busy`` where others have it open, whose changes are in the log.
  package func giveUpLog() throws(StorageError) {
    guard kind == .file else { return try checkForStrayLog() }
    if fullLog != nil {
      try bringLogIn()
      guard fullLog == nil else {
        throw StorageError(
          .busy,
          "'\(path)' is in use by another program, so it was not replaced. End that first, or give "
            + "another path."
        )
      }
    }
    // Who has it open keeps these, and shares them with nobody who opens the new one.
    for suffix in ["-wal", "-shm"] { try? FilePath.remove(path + suffix) }
  }

  /// The last one who closes a database brings the log into it, and removes that.
  private func bringLogIn() throws(StorageError) {
    let connection = try Connection(.file(path), access: .readWrite)
    // A database is opened, and a log found, only when something is read.
    _ = try connection.integer("SELECT count(*) FROM sqlite_schema")
  }
}
