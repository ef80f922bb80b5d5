#if Postgres
/// Looks for a pooler between this program and the server that gives each transaction another session, such as
/// pgbouncer with `pool_mode = transaction`.
///
/// The hub's statements are prepared once a connection, and its locks wait as the session says: neither holds there. In
/// session mode a pooler is no obstacle.
enum PostgresPooler {
  /// What a person is told.
  static let refusal =
    "A pooler between this program and PostgreSQL mixes the sessions of its clients. Connect to the server itself, or "
    + "have the pooler keep a session for each client (pgbouncer: pool_mode = session). The hub has a pool of its own."

  /// SQLSTATE of a statement that another client has prepared, and of one that this client has prepared elsewhere.
  static let states: Set<String> = ["42P05", "26000"]

  /// Looks at a connection, and beside it at a second one where a pooler seems to be.
  ///
  /// - Throws: ``PostgresError`` with one of ``states`` if sessions are mixed.
  static func check(_ connection: PostgresConnection) throws(PostgresError) {
    let process = try process(of: connection)
    // A pooler gives its clients numbers of its own.
    guard process != connection.backend else { return }
    let other = try PostgresConnection(connection.settings)
    for _ in 0..<3 {
      let (first, second) = (
        try self.process(of: connection), try self.process(of: other)
      )
      guard first == process, second != process else { throw PostgresError("42P05", refusal) }
    }
  }

  private static func process(
    of connection: PostgresConnection
  ) throws(PostgresError) -> Int32? {
    try connection.execute("SELECT pg_backend_pid()").first?.first?.flatMap { Int32($0) }
  }
}
#endif
