// The write-ahead log.

internal import CSQLite

extension Connection {
  /// Turns the write-ahead log on; false where the file system does not allow one.
  ///
  /// Where several processes do so to a new file at once, SQLite fails instead of waiting, lest they
  /// wait for each other: the loser tries again. <https://www.sqlite.org/c3ref/busy_handler.html>
  package func useWriteAheadLog(timeout: Duration) throws(StorageError) -> Bool {
    let deadline = ContinuousClock.now + timeout
    while true {
      do throws(StorageError) {
        return try text("PRAGMA journal_mode = WAL", doing: "Opening") == "wal"
      } catch {
        guard error.code == .busy, ContinuousClock.now < deadline else { throw error }
        sqlite3_sleep(2)
      }
    }
  }
}
