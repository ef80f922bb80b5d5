import Synchronization

/// Counts the answers of a server.
final class CountedAnswers: Sendable {
  private let count = Mutex(0)

  /// The number of the next answer, from 1 on.
  func next() -> Int {
    count.withLock { count in
      count += 1
      return count
    }
  }
}
