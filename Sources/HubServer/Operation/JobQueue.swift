import Dispatch
import Storage

/// Runs jobs on a few threads, in order of their coming; whoever adds them bounds their number.
final class JobQueue: Sendable {
  private struct State {
    var jobs: [@Sendable () -> Void] = []
    var first = 0
    /// The threads that have nothing to do.
    var idle: [Int]
  }

  private let state: Locked<State>
  /// Serial ones: a concurrent one has no more threads than there are processors, also while all wait for a server.
  private let queues: [DispatchQueue]

  init(_ name: String, width: Int) {
    state = Locked(State(idle: Array(0..<width)))
    queues = (0..<width).map { DispatchQueue(label: "\(name).\($0)") }
  }

  /// Adds a job; it runs when one of the threads is free.
  func add(_ job: @escaping @Sendable () -> Void) {
    let thread = state.withLock { state in
      state.jobs.append(job)
      return state.idle.popLast()
    }
    if let thread { queues[thread].async { self.drain(thread) } }
  }

  private func drain(_ thread: Int) {
    while let job = next(thread) { job() }
  }

  /// The next job; nil ends the thread.
  private func next(_ thread: Int) -> (@Sendable () -> Void)? {
    state.withLock { state in
      guard state.first < state.jobs.count else {
        state.jobs.removeAll(keepingCapacity: state.jobs.count < 1_024)
        state.first = 0
        state.idle.append(thread)
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
