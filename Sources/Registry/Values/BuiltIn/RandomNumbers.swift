internal import Synchronization

/// Random numbers that tasks share: each number goes to one task.
///
/// ```swift
/// @Dependency(\.withRandomNumberGenerator) var withRandomNumberGenerator
/// let dice = withRandomNumberGenerator { Int.random(in: 1...6, using: &$0) }
/// ```
public struct RandomNumbers: RandomNumberGenerator, Sendable {
  private let draw: @Sendable () -> UInt64

  /// Gives the numbers that the closure returns.
  public init(_ draw: @escaping @Sendable () -> UInt64) {
    self.draw = draw
  }

  /// The system's random numbers.
  public static var system: RandomNumbers {
    RandomNumbers {
      var generator = SystemRandomNumberGenerator()
      return generator.next()
    }
  }

  /// The same numbers each time for the same seed.
  ///
  /// They are SplitMix64's (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014).
  public static func seeded(_ seed: UInt64) -> RandomNumbers {
    let sequence = SplitMix(seed)
    return RandomNumbers { sequence.next() }
  }

  /// The next number.
  public func next() -> UInt64 { draw() }

  /// Runs the body with the generator to draw from.
  public func callAsFunction<Result, Failure: Error>(
    _ body: (inout RandomNumbers) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var generator = self
    return try body(&generator)
  }
}

/// A sequence whose state is one counter, so that `next()` takes no lock.
private final class SplitMix: Sendable {
  private static let step: UInt64 = 0x9E37_79B9_7F4A_7C15
  private let state: Atomic<UInt64>

  init(_ seed: UInt64) {
    state = Atomic(seed)
  }

  func next() -> UInt64 {
    var bits = state.wrappingAdd(Self.step, ordering: .relaxed).newValue
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }
}

enum RandomNumbersKey: DependencyKey {
  static var defaultValue: RandomNumbers { .system }
  static var testingValue: RandomNumbers { .seeded(0) }
}

extension DependencyValues {
  /// Runs a closure with random numbers to draw from; in tests they are `.seeded(0)`.
  public var withRandomNumberGenerator: RandomNumbers {
    get { self[RandomNumbersKey.self] }
    set { self[RandomNumbersKey.self] = newValue }
  }
}
