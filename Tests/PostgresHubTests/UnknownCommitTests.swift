#if Postgres
import Foundation
import PostgresHub
import RunningPostgres
import Storage
import Sync
import SyncSimulator
import Testing

/// The answer to a COMMIT is lost, and with it whether it was executed.
@Suite(
  .onOwnThread,
  .enabled(if: PostgresCluster.isInstalled, Comment(rawValue: PostgresCluster.absence))
)
struct `A commit of which no answer came` {
  private let hub: TestHub
  private let proxy: PostgresProxy

  init() throws {
    let cluster = try SharedCluster.get()
    proxy = try PostgresProxy(to: cluster.port)
    let database = try #require(SharedCluster.makeDatabase().split(separator: "/").last)
    hub = try TestHub(cluster.url(String(database), port: proxy.port))
  }

  private func end() { proxy.close() }

  @Test func `was executed: the push is accepted, once, with the reply of that run`() throws {
    defer { end() }
    let token = try hub.token()
    let (write, runs) = hub.write(
      hub.request([TestHub.create(1), TestHub.create(2)], token: token)
    )
    proxy.arm(.loseAnswer)
    #expect(hub.store.writeTogether([write]).map(\.?.code) == [nil])
    #expect(proxy.faultsLeft == 0)
    #expect(runs.count == 1)
    let reply = try #require(runs.accepted)
    #expect(reply.results.map(\.outcome) == [.ok(sequence: 1), .ok(sequence: 2)])
    #expect(try hub.token() == reply.token)
    #expect(try hub.check([1, 2]))
  }

  @Test func `was executed, and the next one is lost as well: it is accepted all the same`() throws
  {
    defer { end() }
    let token = try hub.token()
    let (write, runs) = hub.write(hub.request([TestHub.create(1)], token: token))
    proxy.arm(.loseAnswer, .loseAnswer, .loseCommit, .loseAnswer)
    #expect(hub.store.writeTogether([write]).map(\.?.code) == [nil])
    #expect(proxy.faultsLeft == 0)
    #expect(runs.count == 1)
    #expect(try hub.token() == runs.accepted?.token)
    #expect(try hub.check([1]))
  }

  @Test func `never came to the server: the push runs again, and is no late duplicate`() throws {
    defer { end() }
    let token = try hub.token()
    let (write, runs) = hub.write(hub.request([TestHub.create(1)], token: token))
    proxy.arm(.loseCommit, .loseCommit)
    #expect(hub.store.writeTogether([write]).map(\.?.code) == [nil])
    #expect(runs.count == 3)
    #expect(runs.accepted?.results.map(\.outcome) == [.ok(sequence: 1)])
    #expect(try hub.token() == runs.accepted?.token)
    #expect(try hub.check([1]))
  }

  @Test func `of a push that changed nothing: it is accepted, and not stale`() throws {
    defer { end() }
    let token = try hub.token()
    let (write, runs) = hub.write(hub.request([], token: token))
    proxy.arm(.loseAnswer)
    #expect(hub.store.writeTogether([write]).map(\.?.code) == [nil])
    #expect(runs.count == 1)
    #expect(runs.accepted?.token == token)
  }

  @Test func `of several pushes: each has the reply that it had`() throws {
    defer { end() }
    let token = try hub.token()
    let good = (1...3).map { number in
      hub.write(hub.request([TestHub.create(number)], token: token, session: Int64(number)))
    }
    let failing = HubWrite(space: "main", seed: 1) { _ throws(HubError) in
      throw HubError(.quota, "no")
    }
    proxy.arm(.loseAnswer)
    let errors = hub.store.writeTogether([good[0].0, failing, good[1].0, good[2].0])
    #expect(errors.map(\.?.code) == [nil, .quota, nil, nil])
    #expect(good.map(\.1.count) == [1, 1, 1])
    #expect(
      good.map { $0.1.accepted?.results.map(\.outcome) }
        == [[.ok(sequence: 1)], [.ok(sequence: 2)], [.ok(sequence: 3)]]
    )
    #expect(try hub.check([1, 2, 3]))
  }

  @Test func `makes a space once`() throws {
    defer { end() }
    proxy.arm(.loseAnswer)
    let epoch = try hub.store.write("new", seed: 7) { transaction throws(HubError) in
      try transaction.space()?.epoch
    }
    #expect(epoch == 7)
    #expect(
      try hub.store.write("new", seed: 8) { tx throws(HubError) in try tx.space()?.epoch } == 7
    )
  }

  @Test func `was executed, and others wrote before it was looked for: the reply stands`() throws {
    defer { end() }
    let token = try hub.token()
    let (write, runs) = hub.write(hub.request([TestHub.create(1)], token: token))
    let (other, otherRuns) = hub.write(hub.request([TestHub.create(2)], token: token, session: 2))
    proxy.arm(.loseAnswer)
    let hub = hub
    proxy.whenCut { #expect(hub.store.writeTogether([other]).map(\.?.code) == [nil]) }
    #expect(hub.store.writeTogether([write]).map(\.?.code) == [nil])
    #expect(runs.count == 1)
    #expect(runs.accepted?.results.map(\.outcome) == [.ok(sequence: 1)])
    #expect(otherRuns.accepted?.results.map(\.outcome) == [.ok(sequence: 2)])
    #expect(try hub.check([1, 2]))
  }

  @Test(arguments: 0..<6)
  func `and a way that breaks anywhere: what was acknowledged is there once`(seed: UInt64)
    async throws
  {
    defer { end() }
    let random = Locked(SeededRandom(seed: seed))
    let token = try hub.token()
    proxy.setLimits {
      random.withLock { random in
        // A connection takes about two kilobytes to be made.
        (requests: 1_000 + random.below(20_000), answers: 1_000 + random.below(20_000))
      }
    }
    let hub = hub
    let acknowledged = await withTaskGroup(of: [UInt64].self) { group in
      for device in 1...4 as ClosedRange<UInt64> {
        group.addTask {
          var acknowledged: [UInt64] = []
          for number in 0..<25 as Range<UInt64> {
            let item = device * 1_000 + number
            let push = hub.request([TestHub.create(item)], token: token, session: Int64(device))
            let (write, runs) = hub.write(push)
            guard hub.store.writeTogether([write]) == [nil] else { continue }
            #expect(runs.accepted?.results.count == 1, "seed \(seed)")
            acknowledged.append(item)
          }
          return acknowledged
        }
      }
      return await group.reduce(into: []) { $0 += $1 }
    }
    proxy.setLimits(nil)
    // Patience is longer than any series of broken connections here.
    #expect(acknowledged.count == 100, "seed \(seed)")
    #expect(try hub.check(Set(acknowledged)), "seed \(seed)")
  }
}

extension [HubError?] {
  fileprivate static func == (left: Self, right: [HubError.Code?]) -> Bool {
    left.map(\.?.code) == right
  }
}
#endif
