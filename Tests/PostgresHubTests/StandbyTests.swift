#if Postgres
import Foundation
import PostgresHub
import RunningPostgres
import Storage
import Sync
import Testing

/// A primary that waits for a standby which is not there, as one does that has been cut off or replaced.
@Suite(
  .onOwnThread,
  .enabled(if: PostgresCluster.isInstalled, Comment(rawValue: PostgresCluster.absence))
)
struct `A primary without its standby` {
  private let cluster: PostgresCluster
  private let hub: TestHub

  init() throws {
    cluster = try PostgresCluster(options: ["fsync=off"])
    hub = try TestHub(cluster.makeDatabase(), connections: 8)
  }

  private func loseStandby() throws {
    try cluster.sql("CREATE TABLE probes (number int)")
    try cluster.sql("ALTER SYSTEM SET synchronous_standby_names = 'ghost'")
    try cluster.sql("SELECT pg_reload_conf()")
    // Another process of the server says when commits begin to wait: here, when one of ours does.
    let cluster = cluster
    while true {
      let probe = start { try? cluster.sql("INSERT INTO probes VALUES (1)") }
      while !probe.isThere {
        let ended = try cluster.sql(
          """
          SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE wait_event = 'SyncRep' AND application_name = 'psql'
          """
        )
        if !ended.isEmpty { return }
      }
    }
  }

  private func findStandby() throws {
    try cluster.sql("ALTER SYSTEM RESET synchronous_standby_names")
    try cluster.sql("SELECT pg_reload_conf()")
  }

  /// The backends whose commits wait for the standby.
  private func waiting() throws -> [String] {
    try cluster.sql(
      "SELECT pid FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND application_name = 'itemshub'"
    ).split(separator: "\n").map(String.init)
  }

  /// Waits until a commit waits for the standby that is not one of these.
  private func waitForCommit(but known: [String] = []) throws -> [String] {
    while true {
      let found = try waiting().filter { !known.contains($0) }
      if !found.isEmpty { return found }
    }
  }

  /// Runs the body on a thread of its own.
  private func start<Value: Sendable>(_ body: @escaping @Sendable () -> Value) -> Later<Value> {
    let later = Later<Value>()
    Thread.detachNewThread { later.set(body()) }
    return later
  }

  private final class Later<Value: Sendable>: Sendable {
    private let content = Locked<Value?>(nil)
    private let done = DispatchSemaphore(value: 0)

    var isThere: Bool { content.withLock { $0 != nil } }

    func set(_ value: Value) {
      content.withLock { $0 = value }
      done.signal()
    }

    func get() -> Value? {
      done.wait()
      return content.withLock { $0 }
    }
  }

  @Test func `acknowledges nothing, also when the wait for the standby is cancelled`() throws {
    let token = try hub.token()
    try loseStandby()
    let (write, runs) = hub.write(hub.request([TestHub.create(1)], token: token))
    let hub = hub
    let errors = start { hub.store.writeTogether([write]) }
    let first = try waitForCommit()
    try cluster.sql("SELECT pg_cancel_backend(\(first[0]))")
    // The commit succeeded with a warning. What the store does then waits for the standby as well.
    while try cluster.sql("SELECT count(*) FROM items", database: hub.database) == "0" {}
    _ = try waitForCommit()
    #expect(!errors.isThere)
    try findStandby()
    #expect(errors.get()?.map(\.?.code) == [nil])
    #expect(runs.count == 1)
    #expect(runs.accepted?.results.map(\.outcome) == [.ok(sequence: 1)])
    #expect(try hub.check([1]))
  }

  @Test func `tells no device to start over`() throws {
    let token = try hub.token()
    try loseStandby()
    let hub = hub
    let foreign = SyncToken(epoch: token.epoch, head: 7, nonce: 1)
    let requests: [SyncRequest] = [
      .changes(ChangesRequest(after: 0, token: foreign)),
      .verify(VerifyRequest(head: 7, token: foreign, digest: SpaceDigest())),
      .push(hub.request([], token: foreign)),
    ]
    var replies: [Later<SyncReply?>] = []
    var known: [String] = []
    for request in requests {
      replies.append(start { try? hub.hub.answer(request, space: "main") })
      // Each of them has its own lock to wait for; only the first holds it.
      if known.isEmpty { known = try waitForCommit() }
    }
    // A space that was never made here may have been made on the primary that took this one's place.
    replies.append(start { try? hub.hub.answer(requests[1], space: "missing") })
    _ = try waitForCommit(but: known)
    #expect(replies.allSatisfy { !$0.isThere })
    // What tells nobody to start over is answered.
    #expect(try hub.token() == token)
    try findStandby()
    for reply in replies { #expect(reply.get() == .some(.reset(.union))) }
  }
}
#endif
