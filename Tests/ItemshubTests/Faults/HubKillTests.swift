#if Hub
import Files
import Foundation
import Storage
import Testing

/// Daemons that are killed under load, and all else that befalls them; `HUB_KILL_COUNT` and `HUB_KILL_SEED` lengthen and
/// replay it.
///
/// The seed of each world is the one before it plus one, so that a world can be had alone.
@Suite(.serialized) struct HubKillTests {
  private static let variables = ProcessInfo.processInfo.environment
  /// How many times a daemon is killed; nil for each fault once.
  private static let count = variables["HUB_KILL_COUNT"].flatMap { Int($0) }
  private static let seed =
    variables["HUB_KILL_SEED"].flatMap { UInt64($0) } ?? .random(in: 1...999_999)
  /// How often the daemon of a world is killed before everything is compared.
  private static let killsPerWorld = 25

  @Test func `nothing acknowledged is lost or done twice, whatever befalls a hub`() async throws {
    let first = Self.seed
    print("Kills of a hub: HUB_KILL_SEED=\(first)")
    let left = HubFault.allCases.filter { !$0.isPossible }.map(\.rawValue)
    if !left.isEmpty { print("Not possible on this machine: \(left.joined(separator: ", "))") }
    var figures = HubFigures()
    guard let count = Self.count else { return try await Self.meetEachFault(seed: first) }
    var seed = first
    while figures.kills < count {
      let kills = min(Self.killsPerWorld, count - figures.kills)
      let found = try await Self.run(seed: seed, &figures) { world in
        while world.figures.kills < kills, world.problems.isEmpty {
          let fault = HubFault.draw(&world.generator)
          if fault.isPossible { try await world.suffer(fault) }
        }
      }
      if found { return }
      seed += 1
      // Beside the output, which is kept back until there is enough of it.
      let progress = "\(figures.kills) kills so far; the next seed is \(seed)\n"
      if seed % 20 == 0 { try FileDescriptor.standardError.write(Array(progress.utf8)) }
    }
    print(figures.text)
  }

  /// What these tests stand upon: a change that is gone is found out.
  @Test func `a hub that forgot what it acknowledged would be noticed`() async throws {
    let world = try HubWorld(seed: Self.seed)
    try await world.begin()
    while world.figures.pushes < 3 {
      try await world.load()
      try world.look()
    }
    await world.killHub()
    try world.look()
    #expect(world.problems == [] && world.figures.pushes >= 3)
    let push = try #require(world.devices.flatMap(\.book.pushes).last { !$0.states.isEmpty })
    let id = push.states[0].id
    let name = [id.high, id.low].map { half in
      let digits = String(half, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }
    let file = try Connection(.file(world.store), access: .readWrite)
    try file.execute("DELETE FROM items WHERE item_id = X'\(name.joined())'")
    #expect(file.changeCount == 1)
    // Everything is looked for again, as nothing was taken down.
    world.checked = [:]
    try world.look()
    #expect(world.problems.contains { $0.hasPrefix("lost: ") }, "HUB_KILL_SEED=\(Self.seed)")
  }

  /// A world in which everything happens once, in an order that the seed draws.
  private static func meetEachFault(seed: UInt64) async throws {
    var figures = HubFigures()
    _ = try await run(seed: seed, &figures) { world in
      for fault in HubFault.allCases.shuffled(using: &world.generator) where fault.isPossible {
        try await world.suffer(fault)
        if world.problems.isEmpty { try await world.suffer(.kill) }
      }
    }
    print(figures.text)
  }

  /// Runs a world to its end; returns whether anything was found.
  private static func run(
    seed: UInt64,
    _ figures: inout HubFigures,
    _ body: (HubWorld) async throws -> Void
  ) async throws -> Bool {
    let world = try HubWorld(seed: seed)
    try await world.begin()
    try await body(world)
    try await world.finish()
    figures.add(world.figures)
    for problem in world.problems { Issue.record("\(problem)") }
    #expect(world.problems.isEmpty, "HUB_KILL_SEED=\(seed)")
    if !world.problems.isEmpty { try await world.keep("\(seed)") }
    return !world.problems.isEmpty
  }
}
#endif
