#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The seeds of the randomised tests of repeating items: `REPEAT_SEED` alone, or another each time.
enum RepeatSeed {
  private static let given = ProcessInfo.processInfo.environment["REPEAT_SEED"]
    .flatMap { UInt64($0) }

  static func next() -> UInt64 { given ?? UInt64.random(in: 0 ... .max) }
}
