import Sync
import SyncSimulator
import Testing

@Suite struct FaultFocusTests {
  /// `Scripts/mutants` runs each broken rule under one focus; here nothing is broken.
  ///
  /// A focus has four runs; `SIMULATION_STEPS` below 200,000 gives it fewer.
  @Test(arguments: FaultFocus.allCases)
  func `a mix in which one kind of fault prevails breaks no promise by itself`(
    _ focus: FaultFocus
  ) async {
    var simulation = Simulation()
    simulation.focus = focus
    for seed in UInt64(10_000)..<10_000 + SimulationSettings.seedsForEachFocus {
      let outcome = await simulation.run(seed: seed)
      #expect(outcome.failure == nil, "\(focus): seed \(outcome.seed)")
    }
  }

  /// Only a real store keeps a history.
  @Test func `a decision that is undone before or after a sync breaks no promise`() async {
    var simulation = Simulation(stores: .sqlite)
    simulation.focus = .undoneDecisions
    var statistics = Statistics()
    for seed in UInt64(10_000)..<10_004 {
      let outcome = await simulation.run(seed: seed)
      #expect(outcome.failure == nil, "seed \(outcome.seed)")
      statistics += outcome.statistics
    }
    #expect(statistics[.decisionUndone] > 10, "\(statistics)")
  }
}
