import Storage
import Sync
import SyncSimulator
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// How many steps are simulated here, in debug; the everyday run takes fewer, and `Scripts/simulate` most, in release.
enum SimulationSettings {
  static let steps =
    ProcessInfo.processInfo.environment["SIMULATION_STEPS"].flatMap { Int($0) } ?? 200_000

  /// How many runs each focus of faults has: four in 200,000 steps.
  static let seedsForEachFocus = UInt64(min(4, max(1, steps / 50_000)))
}

@Suite struct SimulationTests {
  @Test(arguments: [(Simulation.Stores.model, 1), (.sqlite, 100)])
  func `no promise is broken under any mix of faults`(
    _ stores: Simulation.Stores,
    _ divisor: Int
  ) async {
    let simulation = Simulation(stores: stores)
    var statistics = Statistics()
    var done = 0
    var seed: UInt64 = 0
    while done < SimulationSettings.steps / divisor {
      let outcome = await simulation.run(seed: seed)
      guard await expectNoFailure(outcome, of: simulation) else { return }
      statistics += outcome.statistics
      done += outcome.steps
      seed += 1
    }
    // A simulation in which nothing happens proves nothing; a short one may lack what is rare.
    guard stores == .model, SimulationSettings.steps >= 200_000 else { return }
    for happening: Happening in [
      .edit, .newerValue, .accepted, .page, .union, .authoritative, .stale, .restamp, .verified,
      .superseded, .kept, .resolved, .withdrawn, .overwritten,
    ] {
      #expect(statistics[happening] > 10, "too few of '\(happening)': \(statistics)")
    }
  }

  @Test func `the same seed gives the same run`() async {
    let simulation = Simulation()
    let first = await simulation.run(seed: 7, traces: true)
    let second = await simulation.run(seed: 7, traces: true)
    #expect(!first.trace.isEmpty)
    #expect(first.trace == second.trace)
  }

  private func expectNoFailure(
    _ outcome: Simulation.Outcome,
    of simulation: Simulation
  ) async -> Bool {
    guard let failure = outcome.failure else { return true }
    let replay = await simulation.run(seed: outcome.seed, traces: true)
    let option = simulation.stores == .sqlite ? " --sqlite" : ""
    Issue.record(
      """
      Scripts/simulate 0 \(outcome.seed)\(option): step \(outcome.steps): \(failure)
      \(replay.trace.suffix(25).joined(separator: "\n"))
      """
    )
    return false
  }
}
