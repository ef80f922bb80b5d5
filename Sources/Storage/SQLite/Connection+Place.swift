// Whether the files at a store's path are still those that were opened.

internal import CSQLite
import Files

extension Connection {
  /// Throws where the store's file was moved, removed or replaced since it was opened.
  ///
  /// SQLite goes on with the file that it has open, whatever became of its name: what is written
  /// there nobody else ever sees, and a log that two databases share damages both.
  /// <https://www.sqlite.org/howtocorrupt.html#_unlinking_or_renaming_a_database_file_while_in_use>
  package func checkPlace() throws(StorageError) {
    guard case .file = location else { return }
    var hasMoved: Int32 = 0
    // In a file system of another kind than the usual ones, SQLite does not know.
    unsafe sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved)
    if hasMoved != 0 { throw replaced }
  }

  /// The same of the write-ahead log, which is there as long as a transaction writes.
  ///
  /// Returns what it is now, to be given back at the next look.
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
      "\(location) was moved, removed or replaced while it was open, so nothing more is saved there. "
        + "Open the store anew."
    )
  }
}
