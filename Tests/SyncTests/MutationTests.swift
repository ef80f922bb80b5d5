// The simulator must notice when a rule of sync is missing.

import Sync
import SyncSimulator
import Testing

@Suite struct MutationTests {
  /// The rules whose want shows within a few runs; `Scripts/mutants` takes all of them.
  static let quick = Mutant.all.filter { $0.equivalence == nil && !$0.isRare }

  @Test(arguments: quick)
  func `the simulator misses a safeguard that is switched off`(_ mutant: Mutant) async {
    let simulation = mutant.simulation
    for seed in 0..<100 where await simulation.run(seed: UInt64(seed)).failure != nil { return }
    Issue.record("100 seeds went by without '\(mutant)'")
  }

  @Test func `the focused mixes break no promise by themselves`() async {
    for (place, mutant) in Mutant.all.enumerated() {
      var simulation = mutant.simulation
      simulation.safeguards = .all
      let outcome = await simulation.run(seed: UInt64(10_000 + place))
      #expect(outcome.failure == nil, "\(mutant): seed \(outcome.seed)")
    }
  }

  @Test func `every rule is switched off by some mutant, and each by one alone`() {
    var seen = Safeguards()
    for mutant in Mutant.all {
      #expect(seen.isDisjoint(with: mutant.safeguard), "\(mutant)")
      seen.formUnion(mutant.safeguard)
    }
    #expect(Mutant.all.count >= 30)
  }
}
