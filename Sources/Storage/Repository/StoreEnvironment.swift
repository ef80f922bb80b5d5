#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The wall clock and the randomness that a store uses, so that tests can provide their own.
public struct StoreEnvironment: Sendable {
  /// The time now.
  public var now: @Sendable () -> Date
  /// 64 random bits.
  public var random: @Sendable () -> UInt64

  /// Makes an environment.
  public init(now: @escaping @Sendable () -> Date, random: @escaping @Sendable () -> UInt64) {
    self.now = now
    self.random = random
  }

  /// The system's clock and its random generator.
  public static let live = StoreEnvironment(
    now: { Date() },
    random: {
      var generator = SystemRandomNumberGenerator()
      return generator.next()
    }
  )
}
