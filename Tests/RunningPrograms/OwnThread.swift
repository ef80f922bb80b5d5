import Dispatch

/// Runs tasks on a thread of its own, so that what blocks there takes none of Swift's few from others.
///
/// On two processors there are two: two tests that wait for a program hold up all others, and whatever these have running.
package final class OwnThread: TaskExecutor {
  private let queue = DispatchQueue(label: "own-thread")

  package init() {}

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
