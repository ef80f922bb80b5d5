#if Postgres
import PostgresHub
import RunningPostgres
import Storage
import Sync
import Testing

/// A server that has fewer connections than are asked for.
@Suite(
  .onOwnThread,
  .enabled(if: PostgresCluster.isInstalled, Comment(rawValue: PostgresCluster.absence))
)
struct TooManyClientTests {
  @Test func `a server that takes no more connections is told with what to do`() throws {
    let cluster = try PostgresCluster(
      options: ["fsync=off", "max_connections=4", "superuser_reserved_connections=0"]
    )
    let settings = try PostgresSettings(try cluster.makeDatabase())
    var open: [PostgresConnection] = []
    for _ in 0..<4 { open.append(try PostgresConnection(settings)) }
    let error = #expect(throws: HubError.self) {
      try PostgresHubStore(settings, connections: 7)
    }
    #expect(error?.message.contains("max_connections") == true)
    #expect(error?.message.contains("--store-connections") == true)
    #expect(error?.message.contains("may have 7") == true)
    #expect(open.count == 4)
  }
}
#endif
