/// What SQLite keeps beside a database. <https://www.sqlite.org/tempfiles.html>
package enum DatabaseCompanion: String, CaseIterable, Sendable {
  /// Holds what a transaction overwrites in the database, until it is committed.
  case rollbackJournal = "-journal"
  /// Holds changes that are not in the database's own file yet.
  case log = "-wal"
  /// Shared memory: where in the log each page is.
  case logIndex = "-shm"
}

extension FilePath {
  /// The file that SQLite keeps beside the database at this path.
  package func companion(_ companion: DatabaseCompanion) -> FilePath {
    FilePath(description + companion.rawValue)
  }

  /// This path, and those of all that SQLite may have put beside it.
  package var withCompanions: [FilePath] {
    [self] + DatabaseCompanion.allCases.map { companion($0) }
  }

  /// Removes the file and all that SQLite may have put beside it, as far as that is possible.
  package func removeWithCompanions() { for path in withCompanions { try? path.remove() } }
}
