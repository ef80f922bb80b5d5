import Dispatch
import Synchronization

/// Runs all jobs of a task on the thread that calls ``run()``.
///
/// A simulation does one thing at a time. On the usual pool each step between its actors wakes another thread, which took
/// a quarter of its time.
final class OneThread: TaskExecutor, Sendable {
  private struct Waiting: Sendable {
    /// The jobs to run, the next one last.
    var next: [UnownedJob] = []
    /// The jobs that came since, in the order in which they came.
    var later: [UnownedJob] = []
    var isThreadAsleep = false
  }

  private let waiting = Mutex(Waiting())
  private let wake = DispatchSemaphore(value: 0)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let wasAsleep = waiting.withLock { waiting in
      waiting.later.append(job)
      defer { waiting.isThreadAsleep = false }
      return waiting.isThreadAsleep
    }
    if wasAsleep { wake.signal() }
  }

  /// Runs jobs for ever: a job ends the program.
  func run() -> Never {
    while true {
      guard let job = takeJob() else {
        wake.wait()
        continue
      }
      // Each job is taken once, and so is run once.
      unsafe job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }

  private func takeJob() -> UnownedJob? {
    waiting.withLock { waiting in
      if waiting.next.isEmpty {
        waiting.next = waiting.later.reversed()
        waiting.later.removeAll(keepingCapacity: true)
      }
      let job = waiting.next.popLast()
      waiting.isThreadAsleep = job == nil
      return job
    }
  }
}
