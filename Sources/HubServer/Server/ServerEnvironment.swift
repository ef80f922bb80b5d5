import Sync

/// What the rules of the server take from outside: clocks, randomness, SHA-256, and a place for its log.
package struct ServerEnvironment: Sendable {
  /// The wall clock, in milliseconds since 1970.
  package var now: @Sendable () -> Int64
  /// A clock that nobody sets, in nanoseconds from any beginning.
  package var monotonic: @Sendable () -> Int64
  /// So many bytes that nobody can foresee (getrandom).
  package var randomBytes: @Sendable (_ count: Int) -> [UInt8]
  /// The 32 bytes of SHA-256 (FIPS 180-4).
  package var sha256: @Sendable ([UInt8]) -> [UInt8]
  /// Takes one line of the log with its line feed; called on any thread, and expected to return at once.
  package var log: @Sendable ([UInt8]) -> Void

  package init(
    now: @escaping @Sendable () -> Int64,
    monotonic: @escaping @Sendable () -> Int64,
    randomBytes: @escaping @Sendable (Int) -> [UInt8],
    sha256: @escaping @Sendable ([UInt8]) -> [UInt8],
    log: @escaping @Sendable ([UInt8]) -> Void = { _ in }
  ) {
    self.now = now
    self.monotonic = monotonic
    self.randomBytes = randomBytes
    self.sha256 = sha256
    self.log = log
  }

  /// A random number from 0, as the hub draws nonces and epochs.
  func randomNumber() -> Int64 {
    Int64(randomBytes(8).reduce(0) { $0 << 8 | UInt64($1) } >> 1)
  }

  /// The hub's part of it.
  func hub(limits: SyncLimits, quota: SpaceQuota?) -> HubEnvironment {
    var environment = HubEnvironment(now: now, random: randomNumber, limits: limits)
    environment.quota = quota
    return environment
  }
}
