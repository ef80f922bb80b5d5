#if Postgres
import Files
import Foundation
import RunningPostgres
import Storage
import Testing

/// Failovers of a database under load; `FAILOVER_COUNT` and `FAILOVER_SEED` lengthen and replay it.
///
/// The seed of each world is the one before it plus one, so that a world can be had alone.
@Suite(
  .onOwnThread,
  .serialized,
  .enabled(if: PostgresCluster.isInstalled, Comment(rawValue: PostgresCluster.absence))
)
struct FailoverLoopTests {
  private static let variables = ProcessInfo.processInfo.environment
  /// How many failovers there are; one of each kind unless told.
  private static let count = variables["FAILOVER_COUNT"].flatMap { Int($0) }
  private static let seed =
    variables["FAILOVER_SEED"].flatMap { UInt64($0) } ?? .random(in: 1...999_999)
  /// How many failovers a world has before everything is compared.
  private static let perWorld = 10

  @Test func `nothing acknowledged is lost by failovers, and no device is told to start over`()
    async throws
  {
    print("Failovers: FAILOVER_SEED=\(Self.seed)")
    var figures = FailoverFigures()
    var seed = Self.seed
    let count = Self.count ?? FailoverFault.failovers.count
    while figures.count < count {
      let pair = try FailoverPair(seed: seed)
      let world = pair.world
      try await world.begin()
      var left = FailoverFault.failovers.shuffled(using: &world.generator)
      while world.figures.count < min(Self.perWorld, count - figures.count), world.problems.isEmpty
      {
        // Each once, then any.
        let fault = left.popLast() ?? world.generator.pick(FailoverFault.failovers)
        try await pair.failOver(fault)
        guard world.problems.isEmpty, world.generator.chance(60) else { continue }
        try await pair.suffer(world.generator.pick(FailoverFault.others))
      }
      try await world.finish()
      figures.add(world.figures)
      for problem in world.problems { Issue.record("\(problem)") }
      if !world.problems.isEmpty { try await world.keep("\(seed)") }
      try #require(world.problems.isEmpty, "FAILOVER_SEED=\(seed)")
      seed += 1
      // Beside the output, which is kept back until there is enough of it.
      let progress = "\(figures.count) failovers so far; the next seed is \(seed)\n"
      if seed % 10 == 0 { try FileDescriptor.standardError.write(Array(progress.utf8)) }
    }
    print(figures.text)
  }

  /// What these tests stand upon: a commit that only the old primary has is found out.
  @Test func `a push that the new primary lacks would be noticed`() async throws {
    let pair = try FailoverPair(seed: Self.seed)
    let world = pair.world
    try await world.begin()
    while world.figures.pushes < 5 {
      try await world.load(upTo: 50)
      try world.look()
    }
    #expect(world.problems.isEmpty)
    // An asynchronous standby that lags, and a manager who promotes it all the same.
    let (old, standby) = (pair.primary, pair.standby)
    try old.sql("ALTER SYSTEM RESET synchronous_standby_names")
    try old.sql("SELECT pg_reload_conf()")
    standby.send(SIGSTOP)
    let head = try world.head()
    #expect(try await world.crew.newPush(above: head))
    old.send(SIGKILL)
    pair.seat.lead(to: nil)
    // What was on its way to it is gone, too.
    standby.send(SIGKILL)
    standby.stop(.immediate)
    try standby.start()
    try standby.promote()
    pair.turn()
    try world.look()
    // Unless a device has been told so, and has brought it back already.
    #expect(!world.problems.isEmpty, "FAILOVER_SEED=\(Self.seed)")
  }
}
#endif
