#if Postgres
import Foundation
import Migrations
import PostgresHub
import RunningPostgres
import Sync
import Testing

@Suite(
  .onOwnThread,
  .enabled(if: PostgresCluster.isInstalled, Comment(rawValue: PostgresCluster.absence))
)
struct PostgresSchemaTests {
  private func open(_ url: String) throws -> PostgresHubStore {
    try PostgresHubStore(PostgresSettings(url), connections: 2)
  }

  private func code(of url: String) throws -> (HubError.Code?, String) {
    do {
      _ = try open(url)
      return (nil, "")
    } catch let error as HubError {
      return (error.code, error.message)
    }
  }

  @Test func `daemons that start at once on an empty database do not collide`() async throws {
    for _ in 0..<5 {
      let url = try SharedCluster.makeDatabase()
      await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<6 {
          group.addTask {
            let store = try PostgresHubStore(PostgresSettings(url), connections: 2)
            try store.write("main", seed: 3) { transaction throws(HubError) in
              _ = try transaction.space()
            }
          }
        }
        while let result = await group.nextResult() {
          #expect(throws: Never.self) { try result.get() }
        }
      }
    }
  }

  @Test func `a database of a later version is refused, and stays as it is`() throws {
    let url = try SharedCluster.makeDatabase()
    _ = try open(url)
    let connection = try PostgresConnection(PostgresSettings(url))
    let later = Migration.postgres.count + 1
    try connection.execute("INSERT INTO itemshub_migrations VALUES (\(later), 'later', 0)")
    let (code, message) = try code(of: url)
    #expect(code == .laterVersion)
    #expect(message.contains("schema \(later)"))
    try connection.execute("DELETE FROM itemshub_migrations WHERE version = \(later)")
    #expect(try self.code(of: url).0 == nil)
  }

  @Test func `a database with another history is refused`() throws {
    let url = try SharedCluster.makeDatabase()
    _ = try open(url)
    let connection = try PostgresConnection(PostgresSettings(url))
    try connection.execute(
      "UPDATE itemshub_migrations SET checksum = checksum + 1 WHERE version = 2"
    )
    #expect(try code(of: url).0 == .notAHub)
  }

  @Test func `a database of another program is refused, and nothing of ours is left in it`() throws
  {
    let url = try SharedCluster.makeDatabase()
    let connection = try PostgresConnection(PostgresSettings(url))
    try connection.execute("CREATE TABLE devices (id int)")
    let (code, message) = try code(of: url)
    #expect(code == .notAHub)
    #expect(message.contains("another program"))
    #expect(try connection.execute("SELECT to_regclass('spaces')") == [[nil]])
  }

  @Test func `a user who may not make tables is told what to do`() throws {
    let cluster = try SharedCluster.get()
    let name = try #require(SharedCluster.makeDatabase().split(separator: "/").last)
    try cluster.sql("CREATE ROLE guest_\(name) LOGIN")
    let url = "postgres://guest_\(name)@127.0.0.1:\(cluster.port)/\(name)"
    let (code, message) = try code(of: url)
    #expect(code == .cannotOpen)
    #expect(message.contains("database's owner"))
  }

  @Test
  func `a user who may change rows and nothing else can serve, once the owner has made the tables`()
    throws
  {
    let cluster = try SharedCluster.get()
    let url = try SharedCluster.makeDatabase()
    let name = try #require(url.split(separator: "/").last)
    try cluster.sql("CREATE ROLE rows_\(name) LOGIN")
    _ = try open(url)
    try cluster.sql(
      "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO rows_\(name)",
      database: "\(name)"
    )
    let hub = try TestHub("postgres://rows_\(name)@127.0.0.1:\(cluster.port)/\(name)")
    let (write, _) = hub.write(hub.request([TestHub.create(1)], token: try hub.token()))
    #expect(hub.store.writeTogether([write]).map(\.?.code) == [nil])
    #expect(throws: (any Error).self) {
      try cluster.sql("DROP TABLE items", database: "\(name)", user: "rows_\(name)")
    }
  }

  @Test func `a server that is not there, and a database that is not, are told at once`() throws {
    let cluster = try SharedCluster.get()
    for (url, word) in [
      ("postgres://hub@127.0.0.1:1/hub", "refused"), (cluster.url("none"), "\"none\""),
      ("postgres://nobody@127.0.0.1:\(cluster.port)/postgres", "nobody"),
      ("postgres://hub@host.invalid/hub", "host.invalid"),
    ] {
      let (code, message) = try code(of: url)
      #expect(code == .unreachable)
      #expect(
        message.contains(word) && message.contains("Check that the server runs"),
        "\(message)"
      )
      #expect(message.allSatisfy { !$0.isNewline && $0 != "\t" })
    }
  }
}
#endif
