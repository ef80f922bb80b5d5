// What an engine takes from outside.

/// How an engine waits, draws random numbers and how patient it is.
public struct SyncEnvironment: Sendable {
  /// Waits for so long, or throws where the task is cancelled.
  public var sleep: @Sendable (Duration) async throws -> Void
  /// 64 random bits.
  public var random: @Sendable () -> UInt64
  /// How often a run tries before it gives up.
  package var patience = SyncCore.Patience()

  /// Makes an environment.
  public init(
    sleep: @escaping @Sendable (Duration) async throws -> Void,
    random: @escaping @Sendable () -> UInt64
  ) {
    self.sleep = sleep
    self.random = random
  }

  /// The system's clock and randomness.
  public static let live = SyncEnvironment(
    sleep: { try await Task.sleep(for: $0) },
    random: { UInt64.random(in: .min ... .max) }
  )
}
