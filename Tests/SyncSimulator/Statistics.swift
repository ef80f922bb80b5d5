/// Something that is counted.
package enum Happening: Int, CaseIterable, Sendable {
  case edit, newerValue, undo, editInFlight, crash, restart, timeout, purge
  case accepted, stale, page, early, ahead, editAhead, proceeded, union, authoritative, verifyEqual,
    movedOn
  case kept, resolved, decisionUndone, withdrawn, overwritten
  case ruled, nextOccurrence
  case decided, removed, imported, converted, editedByHand
  case restamp, lostAndFound, quarantine, superseded
  case overBytes, truncated, corrupted, refusedMessage
  case storeFailure, hubFailure, quota, unauthorized, upgrade, tooLarge, throttled
  case longSleep, clockJump, hubClockJump, hubRestore, rollback, clone, lostTransaction
  case runFinished, runFailed, verified, repeatedPush, fullCursorCheck
}

/// How often each thing happened.
package struct Statistics: Sendable {
  private var counts = Array(repeating: 0, count: Happening.allCases.count)

  package init() {}

  package subscript(happening: Happening) -> Int { counts[happening.rawValue] }

  mutating func count(_ happening: Happening) { counts[happening.rawValue] += 1 }

  package static func += (left: inout Statistics, right: Statistics) {
    for place in left.counts.indices { left.counts[place] += right.counts[place] }
  }
}

extension Statistics: CustomStringConvertible {
  package var description: String {
    Happening.allCases.map { "\($0) \(self[$0])" }.joined(separator: ", ")
  }
}
