#if Postgres
import Foundation
import PostgresHub
import RunningPostgres
import RunningPrograms
import Storage
import Testing

/// Two servers that take turns, the daemons before them, and what befalls all of them.
final class FailoverPair {
  let world: FailoverWorld
  /// Where the two servers are reached, whichever they are.
  let seats: [ServerSeat]
  private let servers: Servers

  /// The servers, also for whoever asks from another thread.
  private final class Servers: Sendable {
    private let state: Locked<(all: [PostgresCluster], primary: Int)>

    init(_ all: [PostgresCluster]) { state = Locked((all, 0)) }

    /// Which of them takes writes.
    var place: Int { state.withLock { $0.primary } }
    var primary: PostgresCluster { state.withLock { $0.all[$0.primary] } }
    var standby: PostgresCluster { state.withLock { $0.all[1 - $0.primary] } }

    func turn() { state.withLock { $0.primary = 1 - $0.primary } }
    func replaceStandby(_ server: PostgresCluster) {
      state.withLock { $0.all[1 - $0.primary] = server }
    }
  }

  var primary: PostgresCluster { servers.primary }
  var standby: PostgresCluster { servers.standby }
  /// The seat of the primary.
  var seat: ServerSeat { seats[servers.place] }

  /// What an old primary lacks of the log is still there when it comes back.
  private static let options = ["fsync=off", "wal_keep_size=1GB"]

  /// What a disk has where it is not full, which is more than a world needs.
  private static let diskSize = 4_000_000

  /// A disk for a server, where this user may make one.
  private static func disk() throws -> MountedFolder? {
    try MountedFolder.isPossible ? MountedFolder(kibibytes: diskSize) : nil
  }

  private static func standby(of primary: PostgresCluster) throws -> PostgresCluster {
    try PostgresCluster(standbyOf: primary, options: options, disk: disk())
  }

  init(seed: UInt64) throws {
    let first = try PostgresCluster(options: FailoverPair.options, disk: FailoverPair.disk())
    let database = try #require(first.makeDatabase().split(separator: "/").last.map(String.init))
    let all = [first, try FailoverPair.standby(of: first)]
    let servers = Servers(all)
    self.servers = servers
    seats = [try ServerSeat(), try ServerSeat()]
    world = try FailoverWorld(
      seed: seed,
      url: "postgres://hub@127.0.0.1:\(seats[0].port),127.0.0.1:\(seats[1].port)/\(database)"
    ) { servers.primary.url(database) }
    for (seat, server) in zip(seats, all) { seat.lead(to: server.port) }
  }

  deinit { for seat in seats { seat.close() } }

  /// The standby is the primary from now on.
  func turn() { servers.turn() }

  /// Ends the primary in this way, puts the standby in its place, and has what was the primary come back as a standby.
  func failOver(_ fault: FailoverFault) async throws {
    world.begin(fault)
    try await world.load(upTo: 300)
    // A daemon may go with the database.
    let daemons = world.daemons
    let meanwhile = world.generator.chance(20) ? world.generator.below(daemons.count) : nil
    if let meanwhile { await daemons[meanwhile]?.kill() }
    let (server, standby, seat) = (primary, standby, seat)
    switch fault {
    case .suspension: server.send(SIGSTOP)
    case .partition: seat.cutOff()
    default: server.send(SIGKILL)
    }
    // Whoever watches over the database takes a moment to be certain.
    try await world.load(upTo: 200)
    try await blocking { try standby.promote() }
    let start = ContinuousClock.now
    turn()
    try await world.takeTime(from: start)
    // It must not come back as what it was.
    server.send(SIGKILL)
    seat.lead(to: nil)
    if let meanwhile { try await world.startDaemon(meanwhile) }
    var back = server
    if world.generator.chance(30) {
      back = try await blocking { try FailoverPair.standby(of: standby) }
    } else {
      try await blocking { try server.rejoin(standby) }
    }
    servers.replaceStandby(back)
    seat.lead(to: back.port)
    try world.look()
  }

  /// Lets something befall the world that needs no failover.
  func suffer(_ fault: FailoverFault) async throws {
    world.begin(fault)
    let index = world.generator.below(world.daemons.count)
    let (primary, standby) = (primary, standby)
    switch fault {
    case .daemonKill:
      try await world.load(upTo: 100)
      await world.daemons[index]?.kill()
      try await world.load(upTo: 100)
      try await world.startDaemon(index)
    case .daemonSuspension:
      world.daemons[index]?.send(SIGSTOP)
      try await world.load(upTo: 800)
      world.daemons[index]?.send(SIGCONT)
    case .standbyKill:
      standby.send(SIGKILL)
      standby.stop(.immediate)
      try await world.load(upTo: 500)
      try await blocking {
        try standby.start()
        try primary.awaitStandby()
      }
    case .fullDisk: try await fillDisk()
    case .standbyLag:
      standby.send(SIGSTOP)
      try await world.load(upTo: 1_000)
      standby.send(SIGCONT)
    default: try await takeConnections()
    }
    try world.look()
  }

  /// A server refuses what does not fit, or ends: its log must grow.
  private func fillDisk() async throws {
    let (primary, standby) = (primary, standby)
    let full = world.generator.chance(50) ? primary : standby
    try full.disk?.resize()
    try await world.load(upTo: 2_000)
    try full.disk?.resize(kibibytes: FailoverPair.diskSize)
    try await blocking {
      try full.startAgain()
      try primary.awaitStandby()
    }
  }

  private func takeConnections() async throws {
    let settings = try PostgresSettings(primary.url())
    var taken: [PostgresConnection] = []
    while taken.count < 200, let one = try? PostgresConnection(settings) { taken.append(one) }
    if taken.count == 200 { world.found("the server has connections without end") }
    // Daemons that come now find none.
    try await world.load(upTo: 500)
    taken = []
  }
}

/// Runs what blocks on a thread of its own.
func blocking<Value: Sendable>(
  _ body: @escaping @Sendable () throws -> Value
) async throws -> Value {
  try await onThread { Result { try body() } }.get()
}
#endif
