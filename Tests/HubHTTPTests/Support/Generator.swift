#if Hub
#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Random numbers that follow from a seed: SplitMix64.
struct Generator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// True once in so many times.
  mutating func oneIn(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &self) == 0 }

  mutating func pick<Element>(_ choices: [Element]) -> Element {
    choices[Int.random(in: choices.indices, using: &self)]
  }

  /// Places at which a stream is cut, in order.
  mutating func cuts(of count: Int) -> [Int] {
    guard count > 1 else { return [] }
    let pieces = Int.random(in: 0...6, using: &self)
    return (0..<pieces).map { _ in Int.random(in: 1..<count, using: &self) }.sorted()
  }
}

/// The value of an environment variable as a number.
func environmentNumber(_ name: String) -> Int? {
  ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
}
#endif
