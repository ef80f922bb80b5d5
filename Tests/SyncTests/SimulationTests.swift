// Sync under every fault, from seeds.

import Storage
import Sync
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// How much is simulated: `SIMULATION_STEPS` and `SIMULATION_SEED` make it longer, and repeat it.
enum SimulationSettings {
  static let steps = number("SIMULATION_STEPS") ?? 200_000
  static let seed = number("SIMULATION_SEED")
  static let stepsPerRun = 2_000

  /// A given seed alone, or as many as make up the steps.
  static var seeds: [Int] {
    if let seed { return [seed] }
    return Array(0..<max(1, steps / stepsPerRun))
  }

  private static func number(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
  }
}

@Suite struct SimulationTests {
  @Test func `no promise is broken under any mix of faults`() async {
    var statistics: [String: Int] = [:]
    for seed in SimulationSettings.seeds {
      let world = SimulatedWorld<ModelStore>(seed: UInt64(seed))
      do {
        try await world.run(steps: SimulationSettings.stepsPerRun)
      } catch {
        Issue.record(
          """
          SIMULATION_SEED=\(seed), step \(world.steps): \(error)
          \(world.trace.suffix(25).joined(separator: "\n"))
          """
        )
        return
      }
      statistics.merge(world.statistics) { $0 + $1 }
    }
    // A simulation in which nothing happens proves nothing.
    if SimulationSettings.seed == nil {
      for event in ["edit", "accepted", "page", "union", "authoritative", "stale", "restamp"] {
        #expect(statistics[event, default: 0] > 10, "too few of '\(event)': \(statistics)")
      }
    }
    if SimulationSettings.steps != 200_000 { print(statistics) }
  }

  @Test func `no promise is broken on real stores either`() async throws {
    let runs = max(2, SimulationSettings.steps / 20_000)
    for seed in SimulationSettings.seed.map({ [$0] }) ?? Array(0..<runs) {
      let world = try SimulatedWorld<SQLiteSimulatedStore>(
        seed: UInt64(seed),
        deviceCount: 3,
        focus: { faults in
          faults.keepHistory()
          faults.items = min(faults.items, 20)
        },
        makeStore: { surroundings, _ in
          try SQLiteSimulatedStore(random: { surroundings.random() })
        }
      )
      do {
        try await world.run(steps: 500)
      } catch {
        Issue.record(
          """
          SIMULATION_SEED=\(seed), step \(world.steps): \(error)
          \(world.trace.suffix(25).joined(separator: "\n"))
          """
        )
        return
      }
    }
  }
}
