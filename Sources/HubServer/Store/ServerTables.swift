import Storage

/// The server's tables on a connection; each method is one statement, and the caller has the transaction.
struct ServerTables {
  let connection: Connection

  // MARK: State

  func state(_ name: String) throws(StorageError) -> Int64? {
    let statement = try connection.cached("SELECT value FROM server_state WHERE name = ?1")
    defer { statement.reset() }
    statement.bind(name, at: 1)
    return try statement.step() ? statement.integer(0) : nil
  }

  func setState(_ name: String, _ value: Int64) throws(StorageError) {
    let statement = try connection.cached(
      """
      INSERT INTO server_state (name, value) VALUES (?1, ?2)
      ON CONFLICT (name) DO UPDATE SET value = excluded.value
      """
    )
    statement.bind(name, at: 1)
    statement.bind(value, at: 2)
    try statement.run()
  }

  /// Tells every daemon that tokens have changed.
  func tokensChanged() throws(StorageError) {
    try setState("tokens", (try state("tokens") ?? 0) + 1)
  }

  // MARK: Tokens

  private static let columns = """
    token_id, sha256, space_id, scope, label, created_ms, expires_ms, used_ms, revoked_ms
    """

  /// All tokens, by space, label and age.
  func tokens() throws(StorageError) -> [TokenRecord] {
    let statement = try connection.prepare(
      """
      SELECT \(ServerTables.columns) FROM tokens ORDER BY space_id, label, created_ms, token_id
      """
    )
    var tokens: [TokenRecord] = []
    while try statement.step() {
      // A scope that this version does not know lets in nobody.
      guard let scope = TokenScope(rawValue: statement.text(3)) else { continue }
      tokens.append(
        TokenRecord(
          id: statement.text(0),
          hash: statement.blob(1),
          space: statement.text(2),
          scope: scope,
          label: statement.text(4),
          created: statement.integer(5),
          expires: statement.optionalInteger(6),
          lastUsed: statement.optionalInteger(7),
          revoked: statement.optionalInteger(8)
        )
      )
    }
    return tokens
  }

  func add(_ token: TokenRecord) throws(StorageError) {
    let statement = try connection.cached(
      """
      INSERT INTO tokens (\(ServerTables.columns)) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
      """
    )
    statement.bind(token.id, at: 1)
    statement.bind(token.hash, at: 2)
    statement.bind(token.space, at: 3)
    statement.bind(token.scope.rawValue, at: 4)
    statement.bind(token.label, at: 5)
    statement.bind(token.created, at: 6)
    for (value, place) in [(token.expires, 7), (token.lastUsed, 8), (token.revoked, 9)] {
      if let value { statement.bind(value, at: place) } else { statement.bindNull(at: place) }
    }
    try statement.run()
  }

  func setRevoked(_ id: String, at now: Int64) throws(StorageError) {
    try run("UPDATE tokens SET revoked_ms = ?2 WHERE token_id = ?1 AND revoked_ms IS NULL", id, now)
  }

  func setExpiry(_ id: String, _ time: Int64) throws(StorageError) {
    try run("UPDATE tokens SET expires_ms = ?2 WHERE token_id = ?1", id, time)
  }

  func setUsed(_ id: String, hour: Int64) throws(StorageError) {
    let sql = """
      UPDATE tokens SET used_ms = ?2 WHERE token_id = ?1 AND (used_ms IS NULL OR used_ms < ?2)
      """
    try run(sql, id, hour)
  }

  func revokeAll(at now: Int64) throws(StorageError) -> Int {
    let before = connection.changeCount
    let statement = try connection.prepare(
      "UPDATE tokens SET revoked_ms = ?1 WHERE revoked_ms IS NULL"
    )
    statement.bind(now, at: 1)
    try statement.run()
    return Int(connection.changeCount - before)
  }

  // MARK: Audit

  private static let maxAuditRows: Int64 = 10_000
  private static let maxAuditAge: Int64 = 90 * 86_400_000

  /// Adds an entry, and removes those that are too old or too many.
  func add(_ entry: AuditEntry) throws(StorageError) {
    let statement = try connection.cached(
      """
      INSERT INTO audit (at_ms, action, space_id, token_id, detail) VALUES (?1, ?2, ?3, ?4, ?5)
      """
    )
    statement.bind(entry.time, at: 1)
    statement.bind(entry.action, at: 2)
    for (value, place) in [(entry.space, 3), (entry.token, 4)] {
      if let value { statement.bind(value, at: place) } else { statement.bindNull(at: place) }
    }
    statement.bind(entry.detail, at: 5)
    try statement.run()
    let old = try connection.cached(
      "DELETE FROM audit WHERE at_ms < ?1 OR entry_id <= (SELECT max(entry_id) FROM audit) - ?2"
    )
    old.bind(entry.time - ServerTables.maxAuditAge, at: 1)
    old.bind(ServerTables.maxAuditRows, at: 2)
    try old.run()
  }

  /// The latest entries, newest first.
  func audit(limit: Int) throws(StorageError) -> [AuditEntry] {
    let statement = try connection.prepare(
      """
      SELECT at_ms, action, space_id, token_id, detail FROM audit ORDER BY entry_id DESC LIMIT ?1
      """
    )
    statement.bind(limit, at: 1)
    var entries: [AuditEntry] = []
    while try statement.step() {
      entries.append(
        AuditEntry(
          time: statement.integer(0),
          action: statement.text(1),
          space: statement.isNull(2) ? nil : statement.text(2),
          token: statement.isNull(3) ? nil : statement.text(3),
          detail: statement.text(4)
        )
      )
    }
    return entries
  }

  // MARK: Spaces

  /// Runs a statement with a text and a number as its parameters.
  func run(_ sql: String, _ text: String, _ number: Int64? = nil) throws(StorageError) {
    let statement = try connection.cached(sql)
    statement.bind(text, at: 1)
    if let number { statement.bind(number, at: 2) }
    try statement.run()
  }

  /// The first column of the first row for a text as parameter.
  func number(_ sql: String, _ text: String) throws(StorageError) -> Int64? {
    let statement = try connection.cached(sql)
    defer { statement.reset() }
    statement.bind(text, at: 1)
    return try statement.step() ? statement.optionalInteger(0) : nil
  }
}
