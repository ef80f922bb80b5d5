#if Postgres
import Foundation
import PostgresHub
import RunningPostgres
import RunningPrograms
import Storage
import Sync
import SyncSimulator
import Testing

/// Sessions end, servers restart, disks are full: nothing that was acknowledged is lost, and nothing is done twice.
@Suite(
  .onOwnThread,
  .enabled(if: PostgresCluster.isInstalled, Comment(rawValue: PostgresCluster.absence))
)
struct `A server that fails in the middle` {
  /// A write whose first run meets something before it goes on.
  private func write(
    _ hub: TestHub,
    _ number: UInt64,
    token: SyncToken,
    meeting happen: @escaping @Sendable () throws -> Void
  ) -> (HubWrite, TestHub.Runs) {
    var (write, runs) = hub.write(hub.request([TestHub.create(number)], token: token))
    let body = write.body
    let isLater = Flag()
    write.body = { transaction throws(HubError) in
      try body(transaction)
      if isLater.raise() { do { try happen() } catch { throw HubError(.inputOutput, "\(error)") } }
    }
    return (write, runs)
  }

  private static func endSessions(of url: String, on cluster: PostgresCluster) throws {
    let database = url.split(separator: "/").last ?? ""
    try cluster.sql(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '\(database)'"
    )
  }

  @Test func `sessions that are ended within a push are replaced`() throws {
    let cluster = try SharedCluster.get()
    let url = try SharedCluster.makeDatabase()
    let hub = try TestHub(url)
    let token = try hub.token()
    let (write, runs) = write(hub, 1, token: token) { try Self.endSessions(of: url, on: cluster) }
    #expect(hub.store.writeTogether([write]).map(\.?.code) == [nil])
    #expect(runs.count == 2)
    #expect(runs.accepted?.results.map(\.outcome) == [.ok(sequence: 1)])
    #expect(try hub.check([1]))
  }

  @Test func `sessions that are ended at any moment lose nothing`() async throws {
    let cluster = try SharedCluster.get()
    let url = try SharedCluster.makeDatabase()
    let hub = try TestHub(url, connections: 6)
    let token = try hub.token()
    let isOver = Flag()
    let acknowledged = Acknowledged()
    let writer: @Sendable () -> Void = {
      defer { isOver.raise() }
      for number in 1...60 as ClosedRange<UInt64> {
        let pushes = (0..<4 as Range<UInt64>).map { device in
          hub.write(
            hub.request(
              [TestHub.create(number * 10 + device)],
              token: token,
              session: Int64(device + 1)
            )
          )
        }
        let errors = hub.store.writeTogether(pushes.map(\.0))
        for (index, error) in errors.enumerated() where error == nil {
          #expect(pushes[index].1.accepted?.results.count == 1)
          acknowledged.add(number * 10 + UInt64(index))
        }
      }
    }
    await runOnThreads([
      writer, { while !isOver.isUp { try? Self.endSessions(of: url, on: cluster) } },
    ])
    #expect(acknowledged.count == 240)
    #expect(try hub.check(acknowledged.all))
  }

  @Test func `a server that ends as if the power had gone has what was acknowledged`() throws {
    let cluster = try PostgresCluster()
    let hub = try TestHub(cluster.makeDatabase())
    let token = try hub.token()
    let (first, _) = hub.write(hub.request([TestHub.create(1)], token: token))
    #expect(hub.store.writeTogether([first]).map(\.?.code) == [nil])
    let (second, runs) = write(hub, 2, token: token) {
      cluster.stop(.immediate)
      try cluster.start()
    }
    #expect(hub.store.writeTogether([second]).map(\.?.code) == [nil])
    #expect(runs.count == 2)
    #expect(runs.accepted?.results.map(\.outcome) == [.ok(sequence: 2)])
    #expect(try hub.check([1, 2]))
  }

  @Test func `a server that stays away is an error that says to come again, and then it works`()
    throws
  {
    let cluster = try PostgresCluster(options: ["fsync=off"])
    let hub = try TestHub(cluster.makeDatabase(), patience: .milliseconds(200))
    let token = try hub.token()
    cluster.stop(.fast)
    let (write, runs) = hub.write(hub.request([TestHub.create(1)], token: token))
    #expect(hub.store.writeTogether([write]).map(\.?.code) == [.busy])
    #expect(throws: HubError.self) { try hub.token() }
    #expect(runs.count == 0)
    try cluster.start()
    // On a busy machine the server may need more than the hub's patience.
    var errors: [HubError?] = []
    repeat { errors = hub.store.writeTogether([write]) } while errors.map(\.?.code) == [.busy]
    #expect(errors.map(\.?.code) == [nil])
    #expect(try TestHub(cluster.url(hub.database)).check([1]))
  }

  @Test func `a server without room for connections is an error that says to come again`() throws {
    let cluster = try PostgresCluster(options: [
      "fsync=off", "max_connections=6", "superuser_reserved_connections=1",
    ])
    try cluster.sql("CREATE ROLE plain LOGIN")
    try cluster.sql("CREATE DATABASE plain OWNER plain")
    let url = "postgres://plain@127.0.0.1:\(cluster.port)/plain"
    let hub = try TestHub(url, patience: .milliseconds(100))
    let token = try hub.token()
    var others: [PostgresConnection] = []
    hub.store.closeConnections()
    // The server needs a moment to see that those have gone.
    while others.count < 5 {
      if let connection = try? PostgresConnection(PostgresSettings(url)) {
        others.append(connection)
      }
    }
    let (write, _) = hub.write(hub.request([TestHub.create(1)], token: token))
    #expect(hub.store.writeTogether([write]).map(\.?.code) == [.busy])
    others = []
    var errors = hub.store.writeTogether([write])
    // The server needs a moment to see that those have gone, too.
    while errors.map(\.?.code) == [.busy] { errors = hub.store.writeTogether([write]) }
    #expect(errors.map(\.?.code) == [nil])
    #expect(try hub.check([1]))
  }

  @Test(.enabled(if: MountedFolder.isPossible, "this user may not mount a small file system"))
  func `a full disk refuses what does not fit, and takes the rest`() throws {
    // One of its own: whoever makes a database has everybody's pages written, also those that no longer fit.
    let cluster = try PostgresCluster(options: ["fsync=off", "autovacuum=off"])
    let disk = try MountedFolder(kibibytes: 14_000)
    try cluster.giveToServer(disk.path)
    let name = "small\(UInt32.random(in: 0 ... .max))"
    try cluster.sql("CREATE TABLESPACE \(name) LOCATION '\(disk.path)/space'")
    try cluster.sql("CREATE DATABASE \(name) TABLESPACE \(name)")
    let hub = try TestHub(cluster.url(name))
    let token = try hub.token()
    let text = String(
      (0..<400_000).map { _ in "abcdefghijklmnopqrstuvwxyz0123456789".randomElement() ?? "a" }
    )
    var numbers: Set<UInt64> = []
    var number: UInt64 = 0
    var refusal: HubError?
    while refusal == nil, number < 100 {
      number += 1
      var change = TestHub.create(number)
      let entries = change.state.entries
      change.state = ItemState(
        entries.map { ItemState.Entry($0.name, .string(text), stamp: $0.stamp) }
      )
      let large = hub.write(hub.request([change], token: token))
      let small = hub.write(hub.request([TestHub.create(number + 1_000)], token: token))
      let errors = hub.store.writeTogether([large.0, small.0])
      #expect(errors[1] == nil)
      refusal = errors[0]
      if errors[0] == nil { numbers.insert(number) }
      if errors[1] == nil { numbers.insert(number + 1_000) }
    }
    #expect(refusal?.code == .full)
    try #require(numbers.count > 4)
    #expect(try hub.check(numbers))
    // Others' disks are not full.
    try cluster.sql("CREATE TABLE ours (i int)")
    try cluster.sql("DROP TABLE ours")
    hub.store.closeConnections()
    cluster.stop(.immediate)
  }

  @Test func `two hubs that write the same spaces at once wait for each other`() async throws {
    let url = try SharedCluster.makeDatabase()
    let hubs = [try TestHub(url), try TestHub(url)]
    await withTaskGroup(of: Void.self) { group in
      for (index, hub) in hubs.enumerated() {
        group.addTask {
          for round in 0..<30 {
            // A new space in each round, which both make.
            let writes = ["a", "b", "new\(round)"].map { space in
              HubWrite(space: space, seed: Int64(index)) { transaction throws(HubError) in
                var found = try transaction.requiredSpace()
                found.head += 1
                try transaction.addCommit(head: found.head, nonce: 1, at: 0)
                try transaction.setSpace(found)
              }
            }
            #expect(hub.store.writeTogether(writes).allSatisfy { $0 == nil })
          }
        }
      }
    }
    let head = try hubs[0].store.read("a") { transaction throws(HubError) in
      try transaction.requiredSpace().head
    }
    #expect(head == 60)
  }
}

extension HubTransaction {
  fileprivate func requiredSpace() throws(HubError) -> HubSpace {
    guard let space = try space() else { throw HubError(.missing, "no space") }
    return space
  }
}
#endif
