/// A file that SQLite keeps beside a database. <https://www.sqlite.org/tempfiles.html>
package enum DatabaseCompanion: String, CaseIterable, Sendable {
  /// Holds the overwritten pages until the transaction is committed.
  case rollbackJournal = "-journal"
  /// Holds changes that are not in the database file yet.
  case log = "-wal"
  /// Shared memory: the position of each page in the log.
  case logIndex = "-shm"
}

extension FilePath {
  /// The file that SQLite keeps beside the database at this path.
  package func companion(_ companion: DatabaseCompanion) -> FilePath {
    FilePath(description + companion.rawValue)
  }

  /// This path, and those of the files that SQLite may have put beside it.
  package var withCompanions: [FilePath] {
    [self] + DatabaseCompanion.allCases.map { companion($0) }
  }

  /// Removes the file and its companions; ignores errors.
  package func removeWithCompanions() { for path in withCompanions { try? path.remove() } }
}
