@testable import Storage

/// A reader of what others wrote, together with the inputs that it is given.
protocol FuzzSubject {
  /// The next input, which follows from the generator alone.
  func input(_ random: inout SeededGenerator) -> [UInt8]

  /// Reads an input; throws ``FuzzFinding`` where a promise does not hold.
  mutating func verdict(on input: [UInt8]) async throws -> FuzzVerdict
}

/// What became of an input; both are right.
enum FuzzVerdict {
  case accepted
  case refused
}

/// A promise that did not hold for an input.
struct FuzzFinding: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// Throws a finding unless the condition holds.
func require(_ condition: Bool, _ message: @autoclosure () -> String) throws(FuzzFinding) {
  if !condition { throw FuzzFinding(message()) }
}

extension StoreEnvironment {
  /// A clock that stands still and numbers that count up, so that a run can be had again.
  static func still(from first: UInt64 = 0) -> StoreEnvironment {
    let count = Locked(first)
    return StoreEnvironment(
      now: { fuzzNow },
      random: {
        count.withLock {
          $0 &+= 0x9E37_79B9_7F4A_7C15
          return $0
        }
      }
    )
  }
}

/// The time at which every run takes place.
let fuzzNow = Timestamp(millisecondsSince1970: 1_800_000_000_000)
