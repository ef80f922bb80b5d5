#if Postgres
import Foundation
import PostgresHub
import RunningPostgres
import Sync
import Testing

/// A pooler between the hub and the server.
@Suite(
  .onOwnThread,
  .enabled(
    if: PostgresCluster.isInstalled && Pooler.isInstalled,
    "PostgreSQL or pgbouncer is not installed (Debian: postgresql, pgbouncer)"
  )
)
struct PoolerTests {
  @Test func `with a session for each client is as good as the server`() throws {
    let cluster = try SharedCluster.get()
    let pooler = try Pooler(of: cluster, mode: "session")
    let hub = try TestHub(pooler.url(of: SharedCluster.makeDatabase()), connections: 4)
    let token = try hub.token()
    for counter in 1...3 as ClosedRange<UInt64> {
      let (write, _) = hub.write(
        hub.request([TestHub.create(counter)], token: token)
      )
      #expect(hub.store.writeTogether([write]).map(\.?.code) == [nil])
    }
  }

  @Test(arguments: ["transaction", "statement"])
  func `that mixes sessions is refused, every time and with what to do`(_ mode: String) throws {
    let cluster = try SharedCluster.get()
    let pooler = try Pooler(of: cluster, mode: mode)
    let url = try pooler.url(of: SharedCluster.makeDatabase())
    for _ in 1...3 {
      let error = #expect(throws: HubError.self) {
        _ = try PostgresHubStore(PostgresSettings(url), connections: 4)
      }
      #expect(error?.code == .cannotOpen, "\(String(describing: error))")
      #expect(error?.message.contains("pool_mode = session") == true)
    }
  }
}
#endif
