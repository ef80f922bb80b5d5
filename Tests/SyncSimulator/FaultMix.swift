import Storage

/// Probabilities, drawn anew for each run, so that rare mixes come too ("swarm testing").
package struct FaultMix: Sendable {
  // For each message.
  package var loss = 0.0
  package var duplication = 0.0
  package var errorBefore = 0.0
  package var errorAfter = 0.0
  package var throttling = 0.0
  package var tooLarge = 0.0
  /// Messages that go over bytes, so that the codec is part of what is simulated.
  package var bytes = 0.005
  /// Bodies that are cut off, of those that go over bytes.
  package var truncation = 0.0
  /// Bodies with a wrong byte, of those that go over bytes.
  package var corruption = 0.0
  /// A person edits what has just been sent.
  package var editsInFlight = 0.0
  // For each piece of work.
  package var storeFailure = 0.0
  package var hubFailure = 0.0
  /// A person's decision that the store fails to write; only where a focus asks, so that a seed stands for the same world.
  package var decisionFailure = 0.0
  /// Runs that compare the store with the hub at their end.
  package var verification = 0.05
  package var poison = 0.0
  /// Edits that undo one, where the store keeps a history.
  package var undo = 0.0
  /// Edits of a text of several lines.
  package var texts = 0.2
  /// Edits of an item that repeats: it gets a rule, moves on, or is moved by hand.
  package var repeats = 0.0
  /// Edits that decide on a change that sync could not apply, where there is one.
  package var decisions = 0.1
  /// For each step, by kind.
  package var rare: [RareFault: Double] = [:]
  // Circumstances.
  /// What the devices' clocks are rounded down to, in milliseconds.
  package var clockGrain: Int64 = 1
  /// How often a clock that is set is off by more than a day, at either end of time.
  package var wildClocks = 0.0
  /// The latest that any clock shows, in milliseconds since 1970.
  package var wildestClock: Int64 = 1 << 60
  /// Whether the hub is a file, whose clock is that of whoever syncs.
  package var hasHubFile = false
  /// How many of a hundred steps are edits.
  package var edits = 30
  /// How many items people edit, at most 64.
  package var items = 20
  /// Whether two hub processes work on one store, each with a clock of its own.
  package var hasTwoHubs = false
  /// Whether two processes sync each device's store.
  package var hasTwoRuns = false
  /// Whether some devices sync another space of the same hub.
  package var hasTwoSpaces = false
  /// Whether lines of text are long, and a message has room for few items.
  package var hasTightMessages = false

  package init() {}

  /// How often a rare fault comes.
  package subscript(fault: RareFault) -> Double {
    get { rare[fault] ?? 0 }
    set { rare[fault] = newValue }
  }
}

/// Faults that come rarely, and change how things stand.
package enum RareFault: Int, CaseIterable, Sendable {
  case crash, sendPartition, receivePartition, purge, longSleep, clockJump, otherAddress
  case hubRestore, newHub, rollback, clone, lostTransaction
  case hubClockJump, hubFull, lowLimits, revocation, otherProtocol
  /// A machine is copied while it runs, so that two devices stamp alike.
  case twin
  /// A program of another author pushes a part of an item as new.
  case foreignPush
  /// Items are exported, or come back from such a file.
  case importing
  /// A store is converted to a JSON file and back; or a person edits that file by hand.
  case conversion, handEdit
}

extension FaultMix {
  /// How far a clock is off that shows 1970, or a year beyond all counting, or something in between.
  func wildSkew(at now: Int64, _ random: inout SeededRandom) -> Int64 {
    let (day, year) = (86_400_000 as Int64, 31_557_600_000 as Int64)
    let last = HybridClock.maxMilliseconds - now
    let skew = random.pick([
      -now, -40 * year, -year, day, year, 50 * year, last - 1_000, last + 5, last * 3 / 2, 1 << 60,
    ])
    return min(skew, wildestClock - now)
  }
}

extension FaultMix {
  package init(drawnFrom random: inout SeededRandom) {
    loss = random.pick([0, 0.05, 0.3])
    duplication = random.pick([0, 0.1, 0.5])
    errorBefore = random.pick([0, 0.1, 0.2])
    errorAfter = random.pick([0, 0.05, 0.2])
    throttling = random.pick([0, 0, 0.05])
    tooLarge = random.pick([0, 0, 0.05])
    truncation = random.pick([0, 0.2])
    corruption = random.pick([0, 0.2])
    editsInFlight = random.pick([0, 0, 0.5])
    storeFailure = random.pick([0, 0, 0.02])
    hubFailure = random.pick([0, 0, 0.05])
    poison = random.pick([0, 0, 0.01])
    undo = random.pick([0, 0.1])
    texts = random.pick([0.1, 0.3, 0.7])
    clockGrain = random.pick([1, 1, 1_000, 60_000])
    edits = random.pick([3, 10, 30])
    items = random.pick([3, 12, 30])
    hasTwoHubs = random.chance(0.3)
    hasTwoRuns = random.chance(0.2)
    hasTwoSpaces = random.chance(0.2)
    self[.crash] = random.pick([0, 0.002, 0.02])
    self[.sendPartition] = random.pick([0, 0.003, 0.01])
    self[.receivePartition] = random.pick([0, 0.003, 0.01])
    self[.purge] = random.pick([0, 0.01])
    self[.longSleep] = random.pick([0, 0.001, 0.004])
    self[.clockJump] = random.pick([0, 0.002])
    self[.otherAddress] = random.pick([0, 0, 0.01])
    self[.hubRestore] = random.pick([0, 0, 0.001])
    self[.newHub] = random.pick([0, 0, 0.0005])
    self[.rollback] = random.pick([0, 0, 0.001])
    self[.clone] = random.pick([0, 0, 0.001])
    self[.lostTransaction] = random.pick([0, 0, 0.002])
    self[.twin] = random.pick([0, 0, 0.001])
    self[.foreignPush] = random.pick([0, 0, 0.001])
    self[.importing] = random.pick([0, 0, 0.002])
    self[.conversion] = random.pick([0, 0, 0.000_3])
    self[.handEdit] = random.pick([0, 0, 0.001])
    self[.hubClockJump] = random.pick([0, 0, 0.001])
    self[.hubFull] = random.pick([0, 0, 0.002])
    self[.lowLimits] = random.pick([0, 0, 0.002])
    self[.revocation] = random.pick([0, 0, 0.002])
    self[.otherProtocol] = random.pick([0, 0, 0.001])
    hasTightMessages = random.chance(0.1)
    hasHubFile = random.chance(0.5)
    wildClocks = random.pick([0, 0, 0.3])
    // Drawn aside, so that a world without items that repeat is the one that a seed stood for before.
    var aside = random
    repeats = aside.pick([0, 0.05, 0.3])
  }
}
