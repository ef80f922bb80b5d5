internal import Dispatch

/// The threads of all stoppable work: at most one for each processor is awake, and one that sleeps is replaced.
///
/// They end with the last work, so a program that has validated its container keeps none.
final class StoppableThreads: Sendable {
  private struct Job: Sendable {
    let job: UnownedJob
    let work: StoppableWork
  }

  private struct State: Sendable {
    /// What waits to run, from `first` on.
    var jobs: [Job] = []
    var first = 0
    /// How much work has not ended.
    var works = 0
    /// How many threads there are, without those that sleep.
    var threads = 0
    /// How many of them wait for a job.
    var idle = 0

    mutating func next() -> Job? {
      if first == jobs.count { return nil }
      defer {
        first += 1
        if first == jobs.count || first == 1_000 {
          jobs.removeFirst(first)
          first = 0
        }
      }
      return jobs[first]
    }
  }

  /// What a new job needs.
  private enum Need: Sendable {
    case nothing
    case idleThread
    case newThread
  }

  static let shared = StoppableThreads()

  private let state = Locked(State())
  private let limit = CLibrary.processorCount
  private let wakeUp = DispatchSemaphore(value: 0)

  func begin() {
    state.withLock { $0.works += 1 }
  }

  func end() {
    let idle = state.withLock { state in
      state.works -= 1
      if state.works > 0 { return 0 }
      defer { state.idle = 0 }
      return state.idle
    }
    for _ in 0..<idle { wakeUp.signal() }
  }

  func run(_ job: UnownedJob, of work: StoppableWork) {
    let need = state.withLock { state in
      state.jobs.append(Job(job: job, work: work))
      return needOfJob(&state)
    }
    meet(need)
  }

  /// Lets another thread take the place of the calling one, which never goes on.
  func sleepForever() -> Never {
    let need = state.withLock { state in
      state.threads -= 1
      return state.first == state.jobs.count ? Need.nothing : needOfJob(&state)
    }
    meet(need)
    CLibrary.sleepForever()
  }

  private func needOfJob(_ state: inout State) -> Need {
    if state.idle > 0 {
      state.idle -= 1
      return .idleThread
    }
    if state.threads == limit { return .nothing }
    state.threads += 1
    return .newThread
  }

  private func meet(_ need: Need) {
    switch need {
    case .nothing: break
    case .idleThread: wakeUp.signal()
    case .newThread: CLibrary.startThread { self.runJobs() }
    }
  }
}

// MARK: - A thread

extension StoppableThreads {
  private enum Step: Sendable {
    case run(Job)
    case wait
    case end
  }

  private func runJobs() {
    let stack = ResolutionStack.current
    while true {
      switch nextStep() {
      case .run(let job):
        stack.belong(to: job.work)
        unsafe job.job.runSynchronously(on: job.work.asUnownedTaskExecutor())
        stack.belong(to: nil)
      case .wait:
        wakeUp.wait()
      case .end:
        return
      }
    }
  }

  private func nextStep() -> Step {
    state.withLock { state in
      if let job = state.next() { return .run(job) }
      if state.works > 0 {
        state.idle += 1
        return .wait
      }
      state.threads -= 1
      return .end
    }
  }
}
