/// A task on threads that a mistake may stop: a factory that `validate()` resolves, or the body of a test.
///
/// A factory that throws nothing cannot go on after a mistake such as a cycle, and Swift cannot leave its functions. So
/// the thread hands over the error and sleeps for ever, with its stack and what its functions hold. The task never ends;
/// what waits for the work goes on. Child tasks belong to the work, other tasks that it starts do not.
package final class StoppableWork: TaskExecutor {
  package enum Outcome: Sendable {
    case returned
    case threw(any Error)
    /// A mistake stopped one of its threads.
    case stopped(any Error)
  }

  private enum State: Sendable {
    case running
    case awaited(CheckedContinuation<Outcome, Never>)
    case ended(Outcome)
  }

  /// Runs on a thread that is about to sleep for ever; the package's tests name the test that runs there.
  package static let beforeSleep = Locked<@Sendable () -> Void>({})

  /// Whether every mistake stops it; else one with a way to go on is only reported.
  let isValidation: Bool
  private let state = Locked(State.running)

  private init(isValidation: Bool) {
    self.isValidation = isValidation
    StoppableThreads.shared.begin()
  }

  /// Runs the body until it ends or a mistake stops it; a cancellation reaches the body.
  ///
  /// After a mistake the rest of the body, if other threads have any, is cancelled but not awaited.
  package static func run(
    isValidation: Bool = false,
    _ body: @escaping @Sendable () async throws -> Void
  ) async -> Outcome {
    let work = StoppableWork(isValidation: isValidation)
    let task = Task(executorPreference: work) {
      do {
        try await body()
        work.end(.returned)
      } catch {
        work.end(.threw(error))
      }
    }
    let outcome = await withTaskCancellationHandler {
      await withCheckedContinuation { work.await($0) }
    } onCancel: {
      task.cancel()
    }
    if case .stopped = outcome { task.cancel() }
    return outcome
  }

  /// Whether the calling code belongs to such work.
  package static var isRunning: Bool { ResolutionStack.current.work != nil }

  /// Whether the running task, and not one that an actor lets run on the same thread, belongs to this work.
  var ownsCurrentTask: Bool {
    unsafe withUnsafeCurrentTask { task in
      unsafe task?.unownedTaskExecutor == asUnownedTaskExecutor()
    }
  }

  /// Runs a part of the task on a thread that belongs to the work.
  package func enqueue(_ job: consuming ExecutorJob) {
    StoppableThreads.shared.run(UnownedJob(job), of: self)
  }

  /// Ends the work; only the first end counts.
  func end(_ outcome: Outcome) {
    let (isFirst, waiting) = state.withLock {
      state -> (Bool, CheckedContinuation<Outcome, Never>?) in
      let earlier = state
      if case .ended = earlier { return (false, nil) }
      state = .ended(outcome)
      if case .awaited(let continuation) = earlier { return (true, continuation) }
      return (true, nil)
    }
    if !isFirst { return }
    StoppableThreads.shared.end()
    waiting?.resume(returning: outcome)
  }

  private func await(_ continuation: CheckedContinuation<Outcome, Never>) {
    let ended = state.withLock { state in
      if case .running = state { state = .awaited(continuation) }
      return state
    }
    if case .ended(let outcome) = ended { continuation.resume(returning: outcome) }
  }
}
