/// A kind of fault that prevails in a run, so that a broken rule about it shows soonest.
package enum FaultFocus: String, CaseIterable, Sendable {
  case ages, clocks, clones, disasters, foreignPushes, hubClocks, limits, limitsAndClocks, purges
  case repeats, restores
  case restoresAndPurges, restoresAndTwoRuns, storeErrors, twoRuns, undoneDecisions, upkeep,
    wildClocks

  /// Changes a mix of faults that was drawn.
  package func apply(to faults: inout FaultMix) {
    switch self {
    case .ages:
      faults.focusOnDeletions(purge: 0.03, longSleep: 0.01)
      faults.hasHubFile = true
      faults[.newHub] = 0
      faults[.clockJump] = 0.001
      faults.wildClocks = 0.5
    case .clocks: faults.focusOnClocks()
    case .clones: faults.focusOnClones()
    case .disasters:
      for fault in [RareFault.hubRestore, .clone, .rollback] { faults[fault] = 0.004 }
      faults.loss = 0.3
    case .foreignPushes: faults[.foreignPush] = 0.01
    case .hubClocks:
      faults.hasHubFile = false
      faults[.hubClockJump] = 0.003
    case .limits: faults.focusOnLimits()
    case .limitsAndClocks:
      faults.focusOnClocks()
      faults.focusOnLimits()
      faults.wildClocks = 0.5
      faults.hasHubFile = false
    case .purges:
      faults.focusOnDeletions(purge: 0.03, longSleep: 0.01)
      faults.duplication = max(faults.duplication, 0.1)
    case .repeats:
      faults.keepHistory()
      faults.repeats = 0.5
      faults.items = 3
      faults.edits = 30
    case .restores: faults.focusOnDeletions(hubRestore: 0.01)
    case .restoresAndPurges:
      faults.focusOnDeletions(hubRestore: 0.01, purge: 0.02, longSleep: 0.005)
    case .restoresAndTwoRuns:
      faults.focusOnDeletions(hubRestore: 0.01)
      faults.hasTwoRuns = true
    case .storeErrors:
      faults.focusOnDeletions(hubRestore: 0.002, purge: 0.01, longSleep: 0.002)
      faults.focusOnLimits()
      faults.storeFailure = 0.2
      faults.hubFailure = 0.2
      faults.decisionFailure = 0.2
      faults.decisions = 0.5
    case .twoRuns: faults.hasTwoRuns = true
    case .undoneDecisions:
      faults.keepHistory()
      faults.undo = 0.3
      faults.texts = 0.7
      faults.items = 3
      faults.edits = 30
    case .upkeep:
      faults.focusOnLimits()
      faults[.importing] = 0.01
      faults[.conversion] = 0.002
      faults[.handEdit] = 0.01
      faults.decisions = 0.5
    case .wildClocks:
      faults.focusOnClocks()
      faults.wildClocks = 0.5
    }
  }
}

extension FaultMix {
  fileprivate mutating func focusOnDeletions(
    hubRestore: Double = 0,
    purge: Double = 0,
    longSleep: Double = 0
  ) {
    keepHistory()
    self[.hubRestore] = hubRestore
    self[.purge] = purge
    self[.longSleep] = longSleep
    items = min(items, 20)
  }

  fileprivate mutating func focusOnClocks() {
    keepHistory()
    self[.hubRestore] = 0
    self[.clockJump] = 0.01
    clockGrain = 60_000
    items = 3
  }

  fileprivate mutating func focusOnLimits() {
    poison = 0.02
    self[.lowLimits] = 0.01
  }

  fileprivate mutating func focusOnClones() {
    for fault in [RareFault.clone, .rollback, .lostTransaction, .twin] { self[fault] = 0.005 }
    self[.hubRestore] = 0
    // The books do not hold where devices stamp alike, dates of items that repeat among them.
    repeats = 0
  }

  /// No device goes back in time, so that the books hold to the end.
  fileprivate mutating func keepHistory() {
    for fault in [RareFault.clone, .rollback, .lostTransaction, .twin] { self[fault] = 0 }
  }
}
