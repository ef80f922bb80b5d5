// Which faults one run of the simulator meets, and how often.

/// Probabilities, drawn anew for each run, so that rare mixes come too ("swarm testing").
struct FaultMix {
  // For each message.
  var loss = 0.0
  var duplication = 0.0
  var errorBefore = 0.0
  var errorAfter = 0.0
  var tooLarge = 0.0
  // For each step.
  var crash = 0.0
  var partition = 0.0
  var purge = 0.0
  var hubRestore = 0.0
  var clone = 0.0
  var rollback = 0.0
  var lostTransaction = 0.0
  var clockJump = 0.0
  var longSleep = 0.0
  var poison = 0.0
  /// What the devices' clocks are rounded down to, in milliseconds.
  var clockGrain: Int64 = 1
  /// How many items people edit.
  var items = 20

  init() {}

  init(drawnFrom random: inout SeededRandom) {
    loss = random.pick([0, 0.05, 0.3])
    duplication = random.pick([0, 0.1, 0.5])
    errorBefore = random.pick([0, 0.1, 0.2])
    errorAfter = random.pick([0, 0.05, 0.2])
    tooLarge = random.pick([0, 0, 0.05])
    crash = random.pick([0, 0.002, 0.02])
    partition = random.pick([0, 0.01])
    purge = random.pick([0, 0.01])
    hubRestore = random.pick([0, 0, 0.001])
    clone = random.pick([0, 0, 0.001])
    rollback = random.pick([0, 0, 0.001])
    lostTransaction = random.pick([0, 0, 0.001])
    clockJump = random.pick([0, 0.002])
    longSleep = random.pick([0, 0.001, 0.004])
    poison = random.pick([0, 0, 0.01])
    clockGrain = random.pick([1, 1, 1_000, 60_000])
    items = random.pick([3, 20, 60])
  }

  /// No device goes back in time, so that the books of writes hold to the end.
  mutating func keepHistory() {
    clone = 0
    rollback = 0
    lostTransaction = 0
    poison = 0
  }
}
