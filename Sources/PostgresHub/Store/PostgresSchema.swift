#if Postgres
import Migrations

/// The schema of a hub's database; its tables are in `migrations/postgres`.
enum PostgresSchema {
  /// The error's code for a database of a later version; none of the server's.
  static let laterVersion = "HUB01"

  private static let table = """
    CREATE TABLE IF NOT EXISTS itemshub_migrations (
      version  bigint NOT NULL PRIMARY KEY,
      name     text   NOT NULL,
      checksum bigint NOT NULL  -- FNV-1a, 64 bits, of the file
    )
    """

  /// Runs the migrations that the database has not had, each in a transaction of its own.
  ///
  /// Any number of daemons may do so at once: whoever has written a migration's line first runs it, and the others wait
  /// for that line.
  static func migrate(
    _ connection: PostgresConnection,
    _ migrations: [Migration] = Migration.postgres
  ) throws(PostgresError) {
    // A role that may change rows alone finds everything made, and is not asked to make anything.
    if try !isMade(connection) { try makeTable(on: connection) }
    while true {
      let had = try check(connection, migrations)
      guard had < migrations.count else { return }
      do throws(PostgresError) {
        try run(migrations[had], on: connection)
      } catch {
        try connection.execute("ROLLBACK")
        // Another daemon was faster.
        guard error.sqlState == PostgresError.uniqueViolation,
          try check(connection, migrations) > had
        else { throw PostgresSchema.explained(error) }
      }
    }
  }

  private static func isMade(_ connection: PostgresConnection) throws(PostgresError) -> Bool {
    try connection.execute("SELECT to_regclass('itemshub_migrations') IS NOT NULL") == [["t"]]
  }

  private static func makeTable(on connection: PostgresConnection) throws(PostgresError) {
    // Of two that make it at once, one meets the other's names, in spite of IF NOT EXISTS.
    for attempt in 1... {
      do throws(PostgresError) {
        try connection.execute(table)
        return
      } catch {
        let isRace = ["23505", "42P07", "42710", "XX000"].contains(error.sqlState)
        guard isRace, attempt < 20 else { throw PostgresSchema.explained(error) }
      }
    }
  }

  /// How many of the migrations the database has had.
  ///
  /// - Throws: If it has had others.
  private static func check(
    _ connection: PostgresConnection,
    _ migrations: [Migration]
  ) throws(PostgresError) -> Int {
    let rows = try connection.execute(
      "SELECT version, checksum, name FROM itemshub_migrations ORDER BY version"
    )
    for (index, row) in rows.enumerated() {
      guard index < migrations.count else {
        throw PostgresError(
          laterVersion,
          "The database was written by a later version (schema \(rows.count); this program knows "
            + "\(migrations.count)), so this one does not use it. Update this program."
        )
      }
      let migration = migrations[index]
      let checksum = Int64(bitPattern: migration.checksum)
      guard row == ["\(migration.version)", "\(checksum)", migration.name] else {
        throw PostgresError(
          "42P17",
          "Migration \(index + 1) of the database is not the one of this program. Use the program that made it."
        )
      }
    }
    return rows.count
  }

  private static func run(
    _ migration: Migration,
    on connection: PostgresConnection
  ) throws(PostgresError) {
    let checksum = Int64(bitPattern: migration.checksum)
    try connection.execute("BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE")
    try connection.execute(
      "INSERT INTO itemshub_migrations VALUES (\(migration.version), '\(migration.name)', \(checksum))"
    )
    try connection.execute(String(decoding: migration.sql, as: UTF8.self))
    try connection.execute("COMMIT")
  }

  /// An error with what to do about it.
  private static func explained(_ error: PostgresError) -> PostgresError {
    var error = error
    switch error.sqlState {
    case "42P07":
      error.message += ". The database is used by another program: give the hub one of its own."
    case "42501":
      error.message +=
        ". Run 'itemshub status' once with the connection string of the database's owner, who makes the tables, or "
        + "make the hub's user the owner."
    default: break
    }
    return error
  }
}
#endif
