/// A clock for tests: a sleep returns immediately and advances the clock by its duration.
public final class ImmediateClock: Clock {
  /// A moment of this clock.
  public struct Instant: InstantProtocol {
    /// The time since the clock was made.
    public let elapsed: Duration

    /// The moment this much later.
    public func advanced(by duration: Duration) -> Instant {
      Instant(elapsed: elapsed + duration)
    }

    /// How much later the other moment is.
    public func duration(to other: Instant) -> Duration {
      other.elapsed - elapsed
    }

    /// Whether the first moment comes before the second.
    public static func < (left: Instant, right: Instant) -> Bool {
      left.elapsed < right.elapsed
    }
  }

  private let elapsed = Locked(Duration.zero)

  /// Makes a clock at zero.
  public init() {}

  /// The sum of all sleeps up to now.
  public var now: Instant { Instant(elapsed: elapsed.withLock { $0 }) }

  /// The shortest time that the clock can measure, which is zero.
  public var minimumResolution: Duration { .zero }

  /// Advances to the deadline, if that is later, without waiting; throws if the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try Task.checkCancellation()
    elapsed.withLock { $0 = max($0, deadline.elapsed) }
    // Other tasks may run, as during a sleep on a clock that waits.
    await Task.yield()
  }
}

enum ContinuousClockKey: DependencyKey {
  static var defaultValue: any Clock<Duration> { ContinuousClock() }
  static var testingValue: any Clock<Duration> { ImmediateClock() }
}

enum SuspendingClockKey: DependencyKey {
  static var defaultValue: any Clock<Duration> { SuspendingClock() }
  static var testingValue: any Clock<Duration> { ImmediateClock() }
}

extension DependencyValues {
  /// Sleeps and measures while the machine is awake; in tests it is an `ImmediateClock`.
  public var suspendingClock: any Clock<Duration> {
    get { self[SuspendingClockKey.self] }
    set { self[SuspendingClockKey.self] = newValue }
  }

  /// Sleeps and measures; in tests it is an `ImmediateClock`.
  public var continuousClock: any Clock<Duration> {
    get { self[ContinuousClockKey.self] }
    set { self[ContinuousClockKey.self] = newValue }
  }
}
