// Checks for logs beside a path at which another database is to be put.
//
// A log does not name its database: SQLite assumes that it belongs to the file at the path, and
// applies its changes there. <https://www.sqlite.org/howtocorrupt.html> calls it mispairing.

import Files

extension StoreFile {
  /// The first log with changes that are not in the database's own file.
  private var fullLog: FilePath? {
    [.log, .rollbackJournal].map { path.companion($0) }.first { ($0.size ?? 0) > 0 }
  }

  /// Throws ``StorageError/Code/fileExists`` if a log is left of a database that is gone.
  ///
  /// `pause` runs between the two looks, where another process may come in.
  package func checkForStrayLog(pause: () -> Void = {}) throws(StorageError) {
    // The database is looked for last: one that is made meanwhile is there before its log.
    let log = fullLog
    pause()
    guard let log, path.kind == .nothing else { return }
    throw StorageError(
      .fileExists,
      "'\(log)' holds changes of a database that is gone, and would be taken for those of a new one. "
        + "Move it away first, or give another path."
    )
  }

  /// Removes the log of the database here, so that another database can be put in its place.
  ///
  /// Throws ``StorageError/Code/busy`` if others have it open, whose changes are in the log.
  package func discardLog() throws(StorageError) {
    guard path.kind == .file else { return try checkForStrayLog() }
    if fullLog != nil {
      try checkpointLog()
      guard fullLog == nil else {
        throw StorageError(
          .busy,
          "'\(path)' is in use by another program, so it was not replaced. End that first, or give "
            + "another path."
        )
      }
    }
    // Programs that have it open keep these files, and share them with nobody who opens the new one.
    for companion in [DatabaseCompanion.log, .logIndex] { try? path.companion(companion).remove() }
  }

  /// Rolls back what a killed process left unfinished, as the next writer would.
  ///
  /// A store has a rollback journal only until its log is turned on, which is the first write to it.
  package func rollBack() throws(StorageError) {
    do throws(StorageError) {
      try checkpointLog()
    } catch {
      throw StorageError(
        .readOnly,
        "'\(path)' was not closed properly: a change was begun and has to be taken back by means of "
          + "'\(path.companion(.rollbackJournal))'. Open it once with permission to write to both and to "
          + "their folder.",
        resultCode: error.resultCode,
        cause: error
      )
    }
  }

  /// Opens and closes the database: the last connection to close copies the log into it and removes it.
  private func checkpointLog() throws(StorageError) {
    let connection = try Connection(.file(path.description), access: .readWrite)
    // A database is opened, and a log found, only when something is read.
    _ = try connection.integer("SELECT count(*) FROM sqlite_schema")
  }
}
