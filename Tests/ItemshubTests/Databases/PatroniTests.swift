#if Postgres
import Foundation
import RunningPostgres
import RunningPrograms
import Testing

/// Failovers that Patroni makes; `PATRONI_COUNT` lengthens it.
@Suite(
  .onOwnThread,
  .serialized,
  .enabled(
    if: PatroniCluster.isInstalled,
    "PostgreSQL, Patroni or etcd is not installed (Debian: postgresql, patroni, etcd-server)"
  )
)
struct PatroniTests {
  private static let count =
    ProcessInfo.processInfo.environment["PATRONI_COUNT"].flatMap { Int($0) } ?? 2

  @Test func `nothing acknowledged is lost when Patroni puts the standby in the primary's place`()
    async throws
  {
    let cluster = try await blocking { try PatroniCluster() }
    try cluster.sql("CREATE DATABASE hub", on: #require(cluster.primary))
    let world = try FailoverWorld(seed: .random(in: 1...999_999), url: cluster.url("hub")) {
      // Patroni may be about to choose one.
      while true {
        if let primary = cluster.primary {
          return "postgres://hub@127.0.0.1:\(cluster.ports[primary])/hub"
        }
        usleep(100_000)
      }
    }
    try await world.begin()
    for _ in 0..<Self.count {
      // Of what stands still, Patroni may make the primary again.
      world.begin(.kill)
      try await world.load(upTo: 300)
      let old = try #require(cluster.primary)
      cluster.signal(SIGKILL, to: old)
      await onThread {
        while (try? cluster.sql("SELECT pg_is_in_recovery()", on: 1 - old)) != "f" {
          usleep(20_000)
        }
      }
      let start = ContinuousClock.now
      try await world.takeTime(from: start)
      try await blocking { try cluster.awaitStandby() }
      try world.look()
      if !world.problems.isEmpty { break }
    }
    try await world.finish()
    for problem in world.problems { Issue.record("\(problem)") }
    print(world.figures.text)
  }
}
#endif
