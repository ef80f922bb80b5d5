import Storage

/// The pauses, random numbers, clock and time limits of an engine.
public struct SyncEnvironment: Sendable {
  /// Waits for the duration; throws if the task is cancelled.
  public var sleep: @Sendable (Duration) async throws -> Void
  /// 64 random bits.
  public var random: @Sendable () -> UInt64
  /// The wall clock, in milliseconds since 1970, UTC.
  public var now: @Sendable () -> Int64
  /// A clock that nobody sets, in milliseconds; only differences mean anything.
  package var uptime: @Sendable () -> Int64 = { SyncEnvironment.elapsed() }
  /// How often a run tries before it gives up.
  package var patience = SyncCore.Patience()

  /// Makes an environment; its clock is the system's by default.
  public init(
    sleep: @escaping @Sendable (Duration) async throws -> Void,
    random: @escaping @Sendable () -> UInt64,
    now: @escaping @Sendable () -> Int64 = SyncEnvironment.systemClock
  ) {
    self.sleep = sleep
    self.random = random
    self.now = now
  }

  /// Makes an environment that pauses by a clock; with an immediate clock nothing waits.
  public init(
    clock: any Clock<Duration>,
    random: @escaping @Sendable () -> UInt64 = SyncEnvironment.live.random,
    now: @escaping @Sendable () -> Int64 = SyncEnvironment.systemClock
  ) {
    self.init(sleep: { try await clock.sleep(for: $0) }, random: random, now: now)
  }

  /// The system's wall clock, in milliseconds since 1970, UTC.
  public static let systemClock: @Sendable () -> Int64 = {
    StoreEnvironment.live.now().millisecondsSince1970
  }

  private static let start = ContinuousClock.now

  private static func elapsed() -> Int64 {
    let (seconds, attoseconds) = (ContinuousClock.now - start).components
    return seconds * 1_000 + attoseconds / 1_000_000_000_000_000
  }

  /// The system's clock and randomness.
  public static let live = SyncEnvironment(
    sleep: { try await Task.sleep(for: $0) },
    random: { UInt64.random(in: .min ... .max) }
  )
}

extension SyncEnvironment {
  /// The length of a pause: full jitter keeps many devices from coming back at once.
  func length(of pause: SyncCore.Pause) -> Duration {
    pause.least + pause.spread * (Double(random() >> 32) / 0x1p32)
  }

  /// Waits for the duration; throws code `cancelled` if the task is cancelled.
  func wait(_ duration: Duration) async throws(SyncError) {
    do {
      try await sleep(duration)
    } catch {
      throw SyncCore.cancellation
    }
  }
}
