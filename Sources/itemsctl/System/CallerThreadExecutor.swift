import Dispatch
import Storage

/// Runs a task on the calling thread.
///
/// A command that waits for nothing but its store needs no other thread: starting Swift's pool of them, its manager
/// and its clock takes longer than to list twenty items. What does work beside the command (`watch`, `sync --watch`)
/// begins tasks of its own, which run in the pool as ever.
final class CallerThreadExecutor: TaskExecutor {
  private let jobs = Locked<[UnownedJob]>([])
  private let count = DispatchSemaphore(value: 0)

  /// Runs a function that ends the process.
  static func run(_ body: @escaping @Sendable () async -> Never) -> Never {
    let thread = CallerThreadExecutor()
    Task(executorPreference: thread) { await body() }
    while true { thread.runNext() }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
    count.signal()
  }

  private func runNext() {
    count.wait()
    let job = jobs.withLock { $0.removeFirst() }
    unsafe job.runSynchronously(on: asUnownedTaskExecutor())
  }
}
