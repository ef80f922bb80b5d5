#if Postgres
import PostgresHub
import RunningPostgres
import Storage
import Testing

@Suite(
  .onOwnThread,
  .enabled(if: PostgresCluster.isInstalled, Comment(rawValue: PostgresCluster.absence))
)
struct PostgresConnectionTests {
  private func connect() throws -> PostgresConnection {
    try PostgresConnection(PostgresSettings(SharedCluster.makeDatabase()))
  }

  private func count(_ name: String) -> PostgresCommand {
    PostgresCommand(.setState, [.text(name), .integer(1)])
  }

  @Test func `a batch is answered in the order of its commands`() throws {
    let connection = try connect()
    try connection.execute("CREATE TABLE server_state (name text PRIMARY KEY, value bigint)")
    let results = try connection.run([
      PostgresCommand(.begin),
      PostgresCommand(.setState, [.text("a"), .integer(.min)]),
      PostgresCommand(.setState, [.text(""), .integer(7)]),
      PostgresCommand(.state, [.text("a")]), PostgresCommand(.state, [.text("")]),
      PostgresCommand(.state, [.text("none")]), PostgresCommand(.commit),
    ])
    #expect(results.map(\.count) == [0, 0, 0, 1, 1, 0, 0])
    #expect(results[3].integer(0, 0) == .min)
    #expect(results[4].integer(0, 0) == 7)
    #expect(results[6].tag == "COMMIT")
    #expect(connection.isIdle)
  }

  @Test func `an error in the middle names its place, and nothing behind it is done`() throws {
    let connection = try connect()
    try connection.execute("CREATE TABLE server_state (name text PRIMARY KEY, value bigint)")
    let error = #expect(throws: PostgresError.self) {
      try connection.run([
        PostgresCommand(.begin), PostgresCommand(.setState, [.text("a"), .integer(1)]),
        PostgresCommand(.anyCommit, [.text("no such table")]),
        PostgresCommand(.setState, [.text("b"), .integer(1)]), PostgresCommand(.commit),
      ])
    }
    #expect(error?.sqlState == "42P01")
    #expect(error?.place == 2)
    #expect(!connection.isIdle)
    _ = try connection.run([PostgresCommand(.rollBack)])
    #expect(connection.isIdle)
    // What was never prepared is prepared now, what was is not prepared again.
    let results = try connection.run([
      PostgresCommand(.setState, [.text("b"), .integer(2)]), PostgresCommand(.state, [.text("b")]),
      PostgresCommand(.state, [.text("a")]),
    ])
    #expect(results[1].integer(0, 0) == 2)
    #expect(results[2].isEmpty)
  }

  @Test func `a batch that is larger than all buffers does not block`() throws {
    let connection = try connect()
    try connection.execute(
      "CREATE TABLE audit (entry_id bigint PRIMARY KEY, at_ms bigint, action text, space_id text, token_id text, detail text)"
    )
    let detail = String(repeating: "x", count: 100_000)
    var commands = [PostgresCommand(.begin)]
    for number in 0..<100 as Range<Int64> {
      commands.append(
        PostgresCommand(
          .insertAudit,
          [.integer(number), .integer(1), .text("a"), .null, .null, .text(detail)]
        )
      )
      commands.append(PostgresCommand(.audit, [.integer(2)]))
    }
    commands.append(PostgresCommand(.commit))
    let results = try connection.run(commands)
    #expect(results[200].count == 2)
    #expect(results[200].text(1, 4) == detail)
    #expect(results[200].isNull(0, 2))
  }

  @Test func `values of every type are what they were`() throws {
    let connection = try connect()
    let ids = [ItemID(high: .max, low: 0), ItemID(high: 1, low: 1 << 63)]
    try connection.execute(
      """
      CREATE TABLE items (space_id text, item_id uuid, seq bigint, deleted bool, changed_at bigint, doc bytea,
        PRIMARY KEY (space_id, item_id))
      """
    )
    let docs: [[UInt8]] = [[], [0, 255, 92, 39]]
    for (index, id) in ids.enumerated() {
      _ = try connection.run([
        PostgresCommand(
          .putRow,
          [
            .text("ü'"), .id(id), .integer(Int64(index)), .boolean(index == 1), .integer(-1),
            .bytes(docs[index]),
          ]
        )
      ])
    }
    let results = try connection.run([
      PostgresCommand(.rows, [.text("ü'"), .ids(ids), .integer(4)]),
      PostgresCommand(.rows, [.text("ü'"), .ids([]), .integer(4)]),
      PostgresCommand(.deleteTombstones, [.text("ü'"), .integer(.max)]),
    ])
    #expect(Set((0..<2).map { results[0].id($0, 0) }) == Set(ids))
    #expect(Set((0..<2).map { results[0].bytes($0, 3) }) == Set(docs))
    #expect(results[1].isEmpty)
    #expect(results[2].changeCount == 1)
  }

  @Test func `a server that ends the connection is an error of the list that is run again`() throws
  {
    let url = try SharedCluster.makeDatabase()
    let connection = try PostgresConnection(PostgresSettings(url))
    try connection.execute("CREATE TABLE server_state (name text PRIMARY KEY, value bigint)")
    _ = try connection.run([count("a")])
    try SharedCluster.get().sql("SELECT pg_terminate_backend(\(connection.backend))")
    let error = #expect(throws: PostgresError.self) { try connection.run([count("a")]) }
    #expect(error?.isRetryable == true)
    #expect(error?.isConnectionLost == true)
    #expect(!connection.isIdle)
    #expect(throws: PostgresError.self) { try connection.run([count("a")]) }
  }

  @Test func `a server that does not answer is given up`() throws {
    var settings = try PostgresSettings(SharedCluster.makeDatabase())
    // Only the one that is kept waiting is in a hurry.
    settings.answerTimeout = .seconds(600)
    let holder = try PostgresConnection(settings)
    settings.answerTimeout = .milliseconds(100)
    // Setting it up takes an answer, too, which may be late on a busy machine: then there is another try.
    let connection = try Self.connected(settings)
    try holder.execute("CREATE TABLE server_state (name text PRIMARY KEY, value bigint)")
    _ = try holder.run([count("a"), PostgresCommand(.begin), count("a")])
    let error = #expect(throws: PostgresError.self) { try connection.run([count("a")]) }
    #expect(error?.sqlState == "08006")
    #expect(error?.place == nil)
    #expect(!connection.isIdle)
  }

  /// A connection with these settings, whose time for an answer may pass while it is made.
  private static func connected(_ settings: PostgresSettings) throws -> PostgresConnection {
    while true {
      do throws(PostgresError) {
        return try PostgresConnection(settings)
      } catch {
        guard error.isConnectionLost else { throw error }
      }
    }
  }

  @Test func `a writer waits for a lock as long as it may`() throws {
    var settings = try PostgresSettings(SharedCluster.makeDatabase())
    // The server measures the first; the second has to be longer on however busy a machine.
    settings.lockTimeout = .seconds(1)
    settings.answerTimeout = .seconds(600)
    let connection = try PostgresConnection(settings)
    let holder = try PostgresConnection(settings)
    try holder.execute("CREATE TABLE server_state (name text PRIMARY KEY, value bigint)")
    _ = try holder.run([count("a"), PostgresCommand(.begin), count("a")])
    let error = #expect(throws: PostgresError.self) { try connection.run([count("a")]) }
    #expect(error?.sqlState == "55P03")
    #expect(error?.isRetryable == true)
    #expect(connection.isIdle)
  }

  @Test func `commits wait for the disk, whatever the database's default is`() throws {
    let url = try SharedCluster.makeDatabase()
    let name = try #require(url.split(separator: "/").last)
    try SharedCluster.get().sql("ALTER DATABASE \(name) SET synchronous_commit = off")
    let connection = try PostgresConnection(PostgresSettings(url))
    #expect(try connection.execute("SHOW synchronous_commit") == [["on"]])
    #expect(try connection.execute("SHOW statement_timeout") == [["0"]])
    try SharedCluster.get().sql("ALTER DATABASE \(name) SET synchronous_commit = remote_apply")
    let other = try PostgresConnection(PostgresSettings(url))
    #expect(try other.execute("SHOW synchronous_commit") == [["remote_apply"]])
  }

  @Test func `the first of several hosts that takes writes is the one`() throws {
    let cluster = try SharedCluster.get()
    let database = try #require(SharedCluster.makeDatabase().split(separator: "/").last)
    let url = "postgres://hub@127.0.0.1:1,127.0.0.1:\(cluster.port)/\(database)"
    let connection = try PostgresConnection(PostgresSettings(url))
    #expect(try connection.execute("SELECT current_database()") == [[String(database)]])
  }

  @Test func `a server that takes no writes is none`() throws {
    let cluster = try SharedCluster.get()
    let database = try #require(SharedCluster.makeDatabase().split(separator: "/").last)
    try cluster.sql("ALTER DATABASE \(database) SET default_transaction_read_only = on")
    // The connection string cannot say otherwise.
    let url = cluster.url(String(database)) + "?target_session_attrs=any"
    let error = #expect(throws: PostgresError.self) {
      try PostgresConnection(PostgresSettings(url))
    }
    #expect(error?.sqlState == "08001")
  }
}
#endif
