#if Hub
import Storage

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension SeededGenerator {
  /// True once in so many times.
  mutating func oneIn(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &self) == 0 }

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
