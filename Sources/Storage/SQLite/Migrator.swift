package import Migrations

/// Runs the migrations that a database has not had, each in a transaction of its own.
///
/// `PRAGMA application_id` marks a database as a store, `PRAGMA user_version` is its version, and
/// the table `schema_migrations` lists the migrations that it has had, with their checksums.
package struct Migrator: Sendable {
  /// The number in the header of every store, "Item" in ASCII; does not change once shipped.
  ///
  /// See <https://www.sqlite.org/pragma.html#pragma_application_id>.
  package static let applicationID: Int64 = 0x4974_656d

  private let migrations: [Migration]
  private let applicationID: Int64
  private let finish: @Sendable (Connection) throws(StorageError) -> Void

  /// A migrator for stores, or for another kind of file with another number in its header; `finish`
  /// runs with the last migration, in its transaction.
  package init(
    _ migrations: [Migration] = Migration.all,
    applicationID: Int64 = Migrator.applicationID,
    finish: @escaping @Sendable (Connection) throws(StorageError) -> Void = { _ in }
  ) {
    precondition(migrations.map(\.version) == Array(1..<migrations.count + 1), "a gap in the order")
    self.migrations = migrations
    self.applicationID = applicationID
    self.finish = finish
  }

  /// The schema version of this program.
  package var latest: Int { migrations.count }

  /// Whether a migration after this version rewrites a database's data.
  func rewritesData(after version: Int) -> Bool {
    migrations.contains { $0.version > version && $0.rewritesData }
  }

  private enum State {
    case empty
    case version(Int)
  }

  /// Whether the database is behind; throws if it is not a store or comes from a later version.
  package func needsMigration(_ connection: Connection) throws(StorageError) -> Bool {
    try version(of: connection) != latest
  }

  /// The database's version, nil for an empty one; throws as ``needsMigration(_:)`` does.
  package func version(of connection: Connection) throws(StorageError) -> Int? {
    // One snapshot for all reads: another process may be creating the file just now.
    let found = try connection.transaction(.read) { () throws(StorageError) -> State in
      try state(of: connection)
    }
    return switch found {
    case .empty: nil
    case .version(let version): version
    }
  }

  /// Whether the database is a store of a later version, of which this one can read only what it knows.
  func isFromLaterVersion(_ connection: Connection) throws(StorageError) -> Bool {
    let id = try connection.integer("PRAGMA application_id", doing: "Opening")
    let version = try connection.integer("PRAGMA user_version", doing: "Opening") ?? 0
    return id == applicationID && version > Int64(latest)
  }

  /// Brings the database up to date; safe when several processes do so at once.
  package func migrate(_ connection: Connection) throws(StorageError) {
    for migration in migrations {
      try connection.transaction(.write) { () throws(StorageError) in
        // Read again under the write lock: another process may have been faster.
        let version: Int
        switch try state(of: connection) {
        case .empty:
          try prepareEmpty(connection)
          version = 0
        case .version(let found): version = found
        }
        guard version < migration.version else { return }
        try run(migration, on: connection)
        if version > 0, migration.version == latest { try finish(connection) }
      }
    }
  }

  /// Throws `.migrationMismatch` if a migration that the database has had differs from this program's.
  ///
  /// For a database of a later version, it compares the migrations that are known here.
  package func checkHistory(_ connection: Connection) throws(StorageError) {
    let isLater = try isFromLaterVersion(connection)
    let statement = try history(of: connection)
    var expected = migrations.makeIterator()
    while try statement.step() {
      let version = Int(statement.integer(0))
      if isLater, version > latest { return }
      guard let migration = expected.next(), migration.version == version,
        Int64(bitPattern: migration.checksum) == statement.integer(2)
      else {
        throw StorageError(
          .migrationMismatch,
          "Migration \(version) ('\(statement.text(1))') of \(connection.location) is not the one "
            + "of this program. Open it with the program that made it."
        )
      }
    }
  }

  /// The migrations that a database has had.
  private func history(of connection: Connection) throws(StorageError) -> Statement {
    do throws(StorageError) {
      return try connection.prepare(
        "SELECT version, name, checksum FROM schema_migrations ORDER BY version"
      )
    } catch {
      // A file without any table is damaged.
      guard error.isSchemaError,
        try connection.integer("SELECT count(*) FROM sqlite_schema") ?? 0 > 0
      else { throw error }
      throw StorageError(
        .migrationMismatch,
        "\(connection.location) lacks the list of its migrations: a build from before the first "
          + "release made it. Open it with the program that made it."
      )
    }
  }

  /// The error for a database of a later version; `refusal` says what this program does not do.
  func laterVersion(_ connection: Connection, _ version: Int, _ refusal: String) -> StorageError {
    StorageError(
      .laterVersion,
      "\(connection.location) was written by a later version (schema \(version); this program "
        + "knows \(latest)), so this one \(refusal). Update this program."
    )
  }

  private func state(of connection: Connection) throws(StorageError) -> State {
    let id = try connection.integer("PRAGMA application_id", doing: "Opening") ?? 0
    let version = Int(try connection.integer("PRAGMA user_version", doing: "Opening") ?? 0)
    guard id == applicationID else {
      let tables = try connection.integer("SELECT count(*) FROM sqlite_schema", doing: "Opening")
      guard id == 0, version == 0, tables == 0 else {
        let kind = id == Migrator.applicationID ? "an item store" : "a database of another program"
        throw StorageError(.notAStore, "\(connection.location) is \(kind). Give another path.")
      }
      return .empty
    }
    guard version <= latest else {
      try checkHistory(connection)
      throw laterVersion(connection, version, "does not write to it")
    }
    if version < latest { try checkIsBehind(connection, version) }
    return .version(version)
  }

  /// Throws `.damaged` if the header's version is not the last one in the list of migrations.
  ///
  /// Both change in one transaction; a damaged header must not make migrations run again.
  private func checkIsBehind(_ connection: Connection, _ version: Int) throws(StorageError) {
    _ = try history(of: connection)
    let listed = try connection.integer("SELECT max(version) FROM schema_migrations")
    guard listed != Int64(version) else { return }
    throw StorageError(
      .damaged,
      "\(connection.location) is damaged: its header says that it has schema \(version), and its list "
        + "of migrations does not. Keep a copy of the file and restore it from a backup."
    )
  }

  private func prepareEmpty(_ connection: Connection) throws(StorageError) {
    try connection.execute(
      """
      PRAGMA application_id = \(applicationID);
      CREATE TABLE schema_migrations (
        version    INTEGER PRIMARY KEY,
        name       TEXT    NOT NULL,
        checksum   INTEGER NOT NULL  -- FNV-1a, 64 bits, of the file
      ) STRICT;
      """,
      doing: "Setting up"
    )
  }

  private func run(_ migration: Migration, on connection: Connection) throws(StorageError) {
    let sql = String(decoding: migration.sql, as: UTF8.self)
    try connection.execute(sql, doing: "Running migration \(migration.version) on")
    let statement = try connection.prepare("INSERT INTO schema_migrations VALUES (?1, ?2, ?3)")
    statement.bind(migration.version, at: 1)
    statement.bind(migration.name, at: 2)
    statement.bind(Int64(bitPattern: migration.checksum), at: 3)
    try statement.run()
    try connection.execute("PRAGMA user_version = \(migration.version)")
  }
}
