package import Sync

/// One safeguard that is switched off, and the mix of faults in which that shows soonest.
package struct Mutant: Sendable, CustomStringConvertible {
  /// The rule's name.
  package var description: String
  package var safeguard: Safeguards
  /// Whether it takes hundreds of runs to notice.
  package var isRare: Bool
  /// Why nothing can be noticed without the rule, where that is so.
  package var equivalence: String?
  package var focus: @Sendable (inout FaultMix) -> Void

  private init(
    _ description: String,
    _ safeguard: Safeguards,
    equivalence: String? = nil,
    isRare: Bool = false,
    focus: @escaping @Sendable (inout FaultMix) -> Void = { _ in }
  ) {
    self.description = description
    self.safeguard = safeguard
    self.equivalence = equivalence
    self.isRare = isRare
    self.focus = focus
  }

  /// The simulator without this rule.
  package var simulation: Simulation {
    var simulation = Simulation()
    simulation.safeguards.subtract(safeguard)
    simulation.focus = focus
    return simulation
  }

  package static let all = replies + resets + refusals + hub

  private static let replies: [Mutant] = [
    Mutant("acknowledgementChecksStamp", .acknowledgementChecksStamp),
    Mutant("acknowledgementCarriesToken", .acknowledgementCarriesToken, focus: restores),
    Mutant("cleanFieldsFollowHub", .cleanFieldsFollowHub, focus: purges),
    Mutant("dirtyFieldsJoin", .dirtyFieldsJoin),
    Mutant("clockObserves", .clockObserves, focus: clocks),
    Mutant("lostBringsRow", .lostBringsRow),
    Mutant("echoSkipChecksPrevious", .echoSkipChecksPrevious),
    Mutant("repliesAreAwaited", .repliesAreAwaited, isRare: true, focus: { $0.hasTwoRuns = true }),
    Mutant(
      "pushRepliesMatchToken",
      .pushRepliesMatchToken,
      isRare: true,
      focus: { faults in
        restores(&faults)
        faults.hasTwoRuns = true
      }
    ),
    Mutant("purgedTombstonesGo", .purgedTombstonesGo, focus: purges),
    Mutant("requestsCarryToken", .requestsCarryToken, focus: restores),
    Mutant("pushesAreCounted", .pushesAreCounted),
    Mutant("batchesHalve", .batchesHalve, focus: limits),
  ]

  private static let resets: [Mutant] = [
    Mutant("unionMarksAll", .unionMarksAll, focus: restores),
    Mutant("unionForgetsToken", .unionForgetsToken, focus: restores),
    Mutant(
      "authoritativeKeepsToken",
      .authoritativeKeepsToken,
      isRare: true,
      focus: restoresAndPurges
    ),
    Mutant("authoritativeTrustsHub", .authoritativeTrustsHub, isRare: true, focus: purges),
    Mutant("authoritativeRemoves", .authoritativeRemoves, focus: purges),
    Mutant("resetsForgetCursor", .resetsForgetCursor, focus: purges),
    Mutant(
      "bootstrapKeepsFloor",
      .bootstrapKeepsFloor,
      equivalence: "a page comes only where its cursor is past any floor but the first",
      focus: purges
    ),
    Mutant("bootstrapKeepsHead", .bootstrapKeepsHead, isRare: true, focus: purges),
    Mutant("resetsBringTombstones", .resetsBringTombstones, focus: purges),
    Mutant("staleDrawsSession", .staleDrawsSession, isRare: true, focus: clones),
  ]

  private static let refusals: [Mutant] = [
    Mutant("restampsAboveGreatest", .restampsAboveGreatest, isRare: true, focus: clocks),
    Mutant("restampsAboveOwn", .restampsAboveOwn, isRare: true, focus: clocks),
    Mutant("restampsAll", .restampsAll, focus: clocks),
    Mutant("restampsUnderFreshNode", .restampsUnderFreshNode, focus: clocks),
    Mutant("goneIsTakenOut", .goneIsTakenOut, focus: purges),
    Mutant("lostEditsAreKept", .lostEditsAreKept, focus: purges),
    Mutant("quarantineHolds", .quarantineHolds, focus: limits),
    Mutant("editsLeaveQuarantine", .editsLeaveQuarantine, focus: limits),
    Mutant("quarantineFollowsStamps", .quarantineFollowsStamps, focus: limitsAndClocks),
  ]

  private static let hub: [Mutant] = [
    Mutant("hubChecksToken", .hubChecksToken, focus: restores),
    Mutant("hubChecksFloor", .hubChecksFloor, focus: purges),
    Mutant("hubChecksBootstrapFloor", .hubChecksBootstrapFloor, focus: purges),
    Mutant(
      "hubChecksCounter",
      .hubChecksCounter,
      equivalence: "a late push is below the floor where it could do harm, and joins elsewhere",
      focus: purges
    ),
    Mutant("hubRefusesGone", .hubRefusesGone, focus: purges),
    Mutant("hubJoins", .hubJoins),
    Mutant("hubJoinsDeletions", .hubJoinsDeletions),
    Mutant("purgeCommits", .purgeCommits, isRare: true, focus: restoresAndPurges),
    Mutant("hubChecksClock", .hubChecksClock, focus: clocks),
    Mutant(
      "valuesBreakTies",
      .valuesBreakTies,
      equivalence: "without it the first to arrive wins, and the hub's row goes to all",
      focus: clones
    ),
    Mutant("hubClockNeverGoesBack", .hubClockNeverGoesBack, focus: { $0[.hubClockJump] = 0.003 }),
    Mutant("hubRefusesParts", .hubRefusesParts, focus: { $0[.foreignPush] = 0.01 }),
    Mutant("hubNumbersEachRow", .hubNumbersEachRow),
    Mutant("hubSkipsEmptyCommits", .hubSkipsEmptyCommits),
    Mutant("newMeetsWholeRow", .newMeetsWholeRow, isRare: true, focus: purges),
    Mutant(
      "bootstrapSendsYoungTombstones",
      .bootstrapSendsYoungTombstones,
      isRare: true,
      focus: purges
    ),
  ]
}

// MARK: - Mixes in which one kind of fault prevails

extension Mutant {
  private static func restores(_ faults: inout FaultMix) {
    faults.keepHistory()
    faults[.hubRestore] = 0.01
    faults[.hubClockJump] = 0
    faults[.purge] = 0
    faults[.longSleep] = 0
    faults.items = min(faults.items, 20)
  }

  private static func restoresAndPurges(_ faults: inout FaultMix) {
    faults.keepHistory()
    faults[.hubRestore] = 0.01
    faults[.hubClockJump] = 0
    faults[.purge] = 0.02
    faults[.longSleep] = 0.005
    faults.items = min(faults.items, 20)
  }

  private static func purges(_ faults: inout FaultMix) {
    faults.keepHistory()
    faults[.hubRestore] = 0
    faults[.purge] = 0.03
    faults[.longSleep] = 0.01
    faults.duplication = max(faults.duplication, 0.1)
    faults.items = min(faults.items, 20)
  }

  private static func clocks(_ faults: inout FaultMix) {
    faults.keepHistory()
    faults[.hubRestore] = 0
    faults[.clockJump] = 0.01
    faults.clockGrain = 60_000
    faults.items = 3
  }

  private static func limits(_ faults: inout FaultMix) {
    faults.poison = 0.02
    faults[.lowLimits] = 0.01
  }

  private static func limitsAndClocks(_ faults: inout FaultMix) {
    clocks(&faults)
    limits(&faults)
  }

  private static func clones(_ faults: inout FaultMix) {
    faults[.clone] = 0.005
    faults[.rollback] = 0.005
    faults[.lostTransaction] = 0.005
    faults[.twin] = 0.005
    faults[.hubRestore] = 0
  }
}

extension FaultMix {
  /// No device goes back in time, so that the books hold to the end.
  fileprivate mutating func keepHistory() {
    self[.clone] = 0
    self[.rollback] = 0
    self[.lostTransaction] = 0
    self[.twin] = 0
  }
}
