// The simulator must notice when a rule of sync is missing.

import Storage
import Sync
import Testing

/// One safeguard that is switched off, and the mix of faults in which that shows.
struct Mutant: Sendable, CustomStringConvertible {
  var description: String
  var safeguard: Safeguards
  var focus: @Sendable (inout FaultMix) -> Void

  init(
    _ description: String,
    _ safeguard: Safeguards,
    focus: @escaping @Sendable (inout FaultMix) -> Void = { _ in }
  ) {
    self.description = description
    self.safeguard = safeguard
    self.focus = focus
  }

  static let all: [Mutant] = [
    Mutant("an acknowledgement checks the stamp", .acknowledgementChecksStamp),
    Mutant("an acknowledgement carries the token", .acknowledgementCarriesToken, focus: restores),
    Mutant("clean fields follow the hub", .cleanFieldsFollowHub, focus: purges),
    Mutant("dirty fields join", .dirtyFieldsJoin),
    Mutant("the clock observes", .clockObserves, focus: clocks),
    Mutant("a union reset marks all", .unionMarksAll, focus: restores),
    Mutant("an authoritative reset removes", .authoritativeRemoves, focus: purges),
    Mutant("restamping takes all", .restampsAll, focus: clocks),
    Mutant("restamping draws a node", .restampsUnderFreshNode, focus: clocks),
    Mutant("an echo is skipped only alone", .echoSkipChecksPrevious),
    Mutant("the hub checks the token", .hubChecksToken, focus: restores),
    Mutant("the hub checks the floor", .hubChecksFloor, focus: purges),
    Mutant("the hub checks the bootstrap's floor", .hubChecksBootstrapFloor, focus: purges),
    Mutant("the hub refuses what is gone", .hubRefusesGone, focus: purges),
    Mutant("the hub joins", .hubJoins),
    Mutant("the hub checks the clock", .hubChecksClock, focus: clocks),
  ]

  private static func restores(_ faults: inout FaultMix) {
    faults.keepHistory()
    faults.hubRestore = 0.01
    faults.purge = 0
    faults.longSleep = 0
    faults.items = min(faults.items, 20)
  }

  private static func purges(_ faults: inout FaultMix) {
    faults.keepHistory()
    faults.hubRestore = 0
    faults.purge = 0.03
    faults.longSleep = 0.01
    faults.duplication = max(faults.duplication, 0.1)
    faults.items = min(faults.items, 20)
  }

  private static func clocks(_ faults: inout FaultMix) {
    faults.keepHistory()
    faults.hubRestore = 0
    faults.clockJump = 0.01
    faults.clockGrain = 60_000
    faults.items = 3
  }
}

@Suite struct MutationTests {
  @Test(arguments: Mutant.all)
  func `the simulator misses a safeguard that is switched off`(_ mutant: Mutant) async {
    let safeguards = Safeguards.all.subtracting(mutant.safeguard)
    for seed in 0..<200 {
      let world = SimulatedWorld<ModelStore>(
        seed: UInt64(seed),
        safeguards: safeguards,
        focus: mutant.focus
      )
      do {
        try await world.run(steps: 500)
      } catch {
        return
      }
    }
    Issue.record("200 seeds went by without '\(mutant)'")
  }

  @Test func `the focused mixes break no promise by themselves`() async throws {
    for (place, mutant) in Mutant.all.enumerated() {
      let world = SimulatedWorld<ModelStore>(seed: UInt64(10_000 + place), focus: mutant.focus)
      try await world.run(steps: 500)
    }
  }
}
