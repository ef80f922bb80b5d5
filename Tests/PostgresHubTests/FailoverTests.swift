#if Postgres
import Foundation
import PostgresHub
import RunningPostgres
import Storage
import Sync
import Testing

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The primary goes, its synchronous standby takes its place: nothing that was acknowledged is lost.
@Suite(
  .onOwnThread,
  .enabled(if: PostgresCluster.isInstalled, Comment(rawValue: PostgresCluster.absence))
)
struct `A standby that takes the place of its primary` {
  /// How the primary goes.
  enum End: CaseIterable {
    /// Its processes are killed.
    case killed
    /// Its processes stand still, and its connections stay open.
    case stopped
  }

  @Test(arguments: End.allCases)
  func `has everything that was acknowledged`(_ end: End) async throws {
    let primary = try PostgresCluster(options: ["fsync=off"])
    let database = try #require(primary.makeDatabase().split(separator: "/").last)
    let standby = try PostgresCluster(standbyOf: primary, options: ["fsync=off"])
    let url = "postgres://hub@127.0.0.1:\(primary.port),127.0.0.1:\(standby.port)/\(database)"
    let hub = try TestHub(url, connections: 6) {
      // A primary that stands still is given up by its silence. Where a busy machine is silent for as long, a push is tried
      // again, for as long as the hub is patient.
      $0.answerTimeout = .seconds(5)
      $0.lockTimeout = .seconds(2)
    }
    let token = try hub.token()
    let after = Flag()
    let acknowledged = Acknowledged()
    let writers = (1...4 as ClosedRange<UInt64>).map { device -> @Sendable () -> Void in
      {
        var (number, pushesAfter): (UInt64, Int) = (0, 0)
        while pushesAfter < 5, number < 5_000 {
          number += 1
          let item = device * 10_000 + number
          let push = hub.request([TestHub.create(item)], token: token, session: Int64(device))
          let (write, runs) = hub.write(push)
          let isAfter = after.isUp
          guard hub.store.writeTogether([write]).map(\.?.code) == [nil] else { continue }
          // None is told that the hub has lost its history.
          #expect(runs.accepted?.results.count == 1)
          acknowledged.add(item)
          if isAfter { pushesAfter += 1 }
        }
        #expect(pushesAfter == 5)
      }
    }
    let failover: @Sendable () -> Void = {
      while acknowledged.count < 40 { usleep(1_000) }
      primary.send(end == .killed ? SIGKILL : SIGSTOP)
      do { try standby.promote() } catch { Issue.record(error) }
      after.raise()
    }
    await runOnThreads(writers + [failover])
    let items = acknowledged.all
    let rows = try hub.store.read("main") { transaction throws(HubError) in
      try transaction.rows(after: 0, upTo: .max, limit: .max, tombstonesAbove: 0)
    }
    #expect(rows.count >= items.count)
    #expect(items.isSubset(of: Set(rows.map { $0.id.low & 0xFF_FFFF })))
    #expect(Set(rows.map(\.sequence)).count == rows.count)
    primary.send(SIGKILL)
  }
}
#endif
