import Storage

/// A clock that moves only when it is told to.
final class ManualClock: Sendable {
  private let milliseconds: Locked<Double>

  init(startingAt milliseconds: Double = 1_800_000_000_000) {
    self.milliseconds = Locked(milliseconds)
  }

  /// The time now.
  var now: Date {
    Date(milliseconds: milliseconds.withLock { $0 })
  }

  /// Advances the time; fractions of a millisecond count.
  func advance(milliseconds passed: Double = 1_000) {
    milliseconds.withLock { $0 += passed }
  }

  /// An environment with this clock and its own repeatable randomness.
  func environment(seed: UInt64) -> StoreEnvironment {
    let generator = SharedGenerator(seed: seed)
    return StoreEnvironment(now: { self.now }, random: { generator.next() })
  }
}

/// A seeded generator that several tasks may draw from.
private final class SharedGenerator: Sendable {
  private let generator: Locked<SeededGenerator>

  init(seed: UInt64) { generator = Locked(SeededGenerator(seed: seed)) }

  func next() -> UInt64 {
    generator.withLock { $0.next() }
  }
}
