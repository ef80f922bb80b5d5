internal import CSQLite
import Files

extension Connection {
  /// Throws `.replaced` if the store's file was moved, removed or replaced since it was opened.
  ///
  /// SQLite keeps using the file that it opened, whatever its name is now. Nobody else sees what it
  /// writes there, and a log that two databases share damages both.
  /// <https://www.sqlite.org/howtocorrupt.html#_unlinking_or_renaming_a_database_file_while_in_use>
  package func checkPlace() throws(StorageError) {
    guard case .file = location else { return }
    var hasMoved: Int32 = 0
    // On unusual file systems SQLite does not know, and the value stays 0.
    unsafe sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved)
    if hasMoved != 0 { throw replaced }
  }

  /// Throws `.replaced` if the write-ahead log is another file than `known`, or is gone.
  ///
  /// Checks only while a transaction writes, since the log exists then.
  /// - Returns: The log's identity, to be passed to the next check.
  func checkLog(_ known: FileStatus.ID?) throws(StorageError) -> FileStatus.ID? {
    guard case .file = location, hasWritten else { return known }
    guard let name = unsafe sqlite3_filename_wal(sqlite3_db_filename(handle, "main")) else {
      return known
    }
    let log = unsafe FilePath(String(cString: name))
    guard let id = (try? log.status())?.id, known == nil || known == id else { throw replaced }
    return id
  }

  private var replaced: StorageError {
    StorageError(
      .replaced,
      "\(location) was moved, removed or replaced while it was open, so nothing more can be saved there. "
        + "Open the store again."
    )
  }
}
