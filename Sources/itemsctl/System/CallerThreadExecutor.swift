import Dispatch
import Storage

/// Runs a task on the calling thread.
///
/// A command that waits for nothing but its store needs no other thread: starting Swift's pool of them, its manager
/// and its clock takes longer than to list twenty items. What does work beside the command (`watch`, `sync --watch`)
/// begins tasks of its own, which run in the pool as ever.
final class CallerThreadExecutor: TaskExecutor {
  private let state = Locked(State())
  private let count = DispatchSemaphore(value: 0)

  private struct State {
    var jobs: [UnownedJob] = []
    /// Whether the main queue runs what comes.
    var hasHandedOver = false
  }

  private static let shared = CallerThreadExecutor()

  /// Runs a function that ends the process.
  static func run(_ body: @escaping @Sendable () async -> Never) -> Never {
    Task(executorPreference: shared) { await body() }
    while shared.runNext() {}
    dispatchMain()
  }

  /// Gives the calling thread to the main queue, and with it to the main actor, for good.
  ///
  /// Screens have models, which belong to the main actor. What waits here runs on that queue from now on.
  static func serveMainActor() {
    shared.state.withLock { $0.hasHandedOver = true }
    shared.count.signal()
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let isKept = state.withLock { state in
      if !state.hasHandedOver { state.jobs.append(job) }
      return !state.hasHandedOver
    }
    if isKept { count.signal() } else { runOnMainQueue(job) }
  }

  /// Runs a job; false where there will be no more.
  private func runNext() -> Bool {
    count.wait()
    let (job, hasHandedOver) = state.withLock { state in
      (state.jobs.isEmpty ? nil : state.jobs.removeFirst(), state.hasHandedOver)
    }
    if let job { unsafe job.runSynchronously(on: asUnownedTaskExecutor()) }
    return !hasHandedOver || job != nil
  }

  private func runOnMainQueue(_ job: UnownedJob) {
    DispatchQueue.main.async { [self] in
      unsafe job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}
