// What the suites resolve: services of no importance, counters and threads.

import Foundation
public import Registry
import Synchronization

protocol Service: Sendable {
  var name: String { get }
}

struct Live: Service {
  let name = "live"
}

struct Mock: Service {
  var name = "mock"
}

/// An object that is told apart by identity.
final class Object: Service {
  let name: String

  init(_ name: String = "object") {
    self.name = name
  }
}

/// Counts from any thread.
final class Counter: Sendable {
  private let value = Atomic<Int>(0)

  var count: Int { value.load(ordering: .sequentiallyConsistent) }

  @discardableResult
  func increment() -> Int {
    value.add(1, ordering: .sequentiallyConsistent).newValue
  }
}

/// Collects from any thread.
final class Log<Element: Sendable>: Sendable {
  private let values = Locked<[Element]>([])

  var all: [Element] { values.withLock { $0 } }

  func append(_ value: Element) {
    values.withLock { $0.append(value) }
  }
}

/// Lets threads and tasks wait until something has happened so many times; what happens later changes nothing.
///
/// It has no time limit: a wait ends as soon as the others have had the processor, however busy the machine is.
final class Latch: Sendable {
  private struct State: Sendable {
    var missing: Int
    var waiting: [@Sendable () -> Void] = []
  }

  private let state: Locked<State>

  init(of count: Int = 1) {
    state = Locked(State(missing: count))
  }

  func arrive() {
    let waiting = state.withLock { state -> [@Sendable () -> Void] in
      state.missing -= 1
      if state.missing > 0 { return [] }
      defer { state.waiting = [] }
      return state.waiting
    }
    for goOn in waiting { goOn() }
  }

  func wait() async {
    await withCheckedContinuation { waiting in whenAllArrived { waiting.resume() } }
  }

  /// Waits on the calling thread.
  func waitOnThread() {
    let arrived = DispatchSemaphore(value: 0)
    whenAllArrived { arrived.signal() }
    arrived.wait()
  }

  /// Lets all threads arrive before any goes on.
  func meet() {
    arrive()
    waitOnThread()
  }

  private func whenAllArrived(_ goOn: @escaping @Sendable () -> Void) {
    let areMissing = state.withLock { state in
      if state.missing > 0 { state.waiting.append(goOn) }
      return state.missing > 0
    }
    if !areMissing { goOn() }
  }
}

extension DispatchSemaphore {
  /// Waits for another thread; false after ten minutes, so that a defect fails the test and does not hang the run.
  ///
  /// The other thread has a few microseconds of work to do, for which the busiest machine finds time.
  func isSignalled() -> Bool {
    wait(timeout: .now() + 600) == .success
  }
}

/// A clock that stands still until it is told to go on.
final class ManualClock: Sendable {
  private let instant = Locked(ContinuousClock.now)

  var now: ContinuousClock.Instant { instant.withLock { $0 } }

  func advance(by duration: Duration) {
    instant.withLock { $0 = $0.advanced(by: duration) }
  }
}

/// Runs the body on threads of their own, which begin together, and gives what each returned.
func onThreads<Result: Sendable>(
  _ count: Int,
  _ body: @escaping @Sendable (Int) -> Result
) -> [Result] {
  let results = Log<(Int, Result)>()
  let done = DispatchGroup()
  let start = DispatchSemaphore(value: 0)
  for index in 0..<count {
    done.enter()
    Thread.detachNewThread {
      start.wait()
      results.append((index, body(index)))
      done.leave()
    }
  }
  for _ in 0..<count { start.signal() }
  done.wait()
  return results.all.sorted { $0.0 < $1.0 }.map(\.1)
}

extension Container: Resolving {}
