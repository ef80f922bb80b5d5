internal import CSQLite

extension Connection {
  /// Turns the write-ahead log on; false if the file system does not allow one.
  ///
  /// When several processes do this to a new file at once, SQLite fails instead of waiting, so that
  /// they do not deadlock. The loser tries again. <https://www.sqlite.org/c3ref/busy_handler.html>
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
