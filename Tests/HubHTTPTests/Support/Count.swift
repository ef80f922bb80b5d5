#if Hub
import Synchronization

/// A number that several threads change.
final class Count: Sendable {
  private let number = Atomic<Int>(0)

  var value: Int { number.load(ordering: .acquiring) }

  /// Adds to it; returns what it is then.
  @discardableResult
  func add(_ other: Int) -> Int {
    number.add(other, ordering: .acquiringAndReleasing).newValue
  }
}
#endif
