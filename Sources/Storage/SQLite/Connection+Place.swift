// Whether the files at a store's path are still those that were opened.

internal import CSQLite

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

extension Connection {
  /// What tells the log from another file of its name.
  struct LogIdentity: Equatable {
    fileprivate let device: dev_t
    fileprivate let inode: ino_t
  }

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
  func checkLog(_ known: LogIdentity?) throws(StorageError) -> LogIdentity? {
    guard case .file = location, hasWritten else { return known }
    guard let name = unsafe sqlite3_filename_wal(sqlite3_db_filename(handle, "main")) else {
      return known
    }
    var status = stat()
    guard unsafe stat(name, &status) == 0 else { throw replaced }
    let identity = LogIdentity(device: status.st_dev, inode: status.st_ino)
    guard known == nil || known == identity else { throw replaced }
    return identity
  }

  private var replaced: StorageError {
    StorageError(
      .replaced,
      "\(location) was moved, removed or replaced while it was open, so nothing more is saved there. "
        + "Open the store anew."
    )
  }
}
