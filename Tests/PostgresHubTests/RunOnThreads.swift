#if Postgres
import Foundation
import Storage

/// Runs each body on a thread of its own, and waits for all: what blocks must not keep tests from going on.
func runOnThreads(_ bodies: [@Sendable () -> Void]) async {
  await withCheckedContinuation { continuation in
    let left = Countdown(bodies.count) { continuation.resume() }
    for body in bodies {
      Thread.detachNewThread {
        body()
        left.step()
      }
    }
  }
}

private final class Countdown: Sendable {
  private let count: Locked<Int>
  private let done: @Sendable () -> Void

  init(_ count: Int, _ done: @escaping @Sendable () -> Void) {
    self.count = Locked(count)
    self.done = done
  }

  func step() {
    let left = count.withLock { count in
      count -= 1
      return count
    }
    if left == 0 { done() }
  }
}
#endif
