import Dispatch
import Storage

/// Runs jobs on a few threads, in order of their coming; whoever adds them bounds their number.
final class JobQueue: Sendable {
  private struct State {
    var jobs: [@Sendable () -> Void] = []
    var first = 0
    var running = 0
  }

  private let state = Locked(State())
  private let width: Int
  private let queue: DispatchQueue

  init(_ name: String, width: Int) {
    self.width = width
    queue = DispatchQueue(label: name, attributes: .concurrent)
  }

  /// Adds a job; it runs when one of the threads is free.
  func add(_ job: @escaping @Sendable () -> Void) {
    let needsThread = state.withLock { state in
      state.jobs.append(job)
      guard state.running < width else { return false }
      state.running += 1
      return true
    }
    if needsThread { queue.async { self.drain() } }
  }

  private func drain() {
    while let job = next() { job() }
  }

  /// The next job; nil ends the thread.
  private func next() -> (@Sendable () -> Void)? {
    state.withLock { state in
      guard state.first < state.jobs.count else {
        state.jobs.removeAll(keepingCapacity: state.jobs.count < 1_024)
        state.first = 0
        state.running -= 1
        return nil
      }
      let job = state.jobs[state.first]
      state.first += 1
      // What has run is dropped now and then, so that a queue that is never empty does not grow.
      if state.first == 256 {
        state.jobs.removeFirst(256)
        state.first = 0
      }
      return job
    }
  }
}
