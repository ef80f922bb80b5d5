/// One factory that `validate()` resolves, on threads of its own.
///
/// A factory that throws nothing cannot go on after a mistake such as a cycle, and Swift cannot leave its functions. So
/// the thread hands over the error and sleeps for ever, with its stack and what its functions hold.
final class Validation: TaskExecutor {
  private enum State: Sendable {
    case running
    case awaited(CheckedContinuation<(any Error)?, Never>)
    case ended((any Error)?)
  }

  private let state = Locked(State.running)

  /// Resolves the factory, and returns the error that it throws or the mistake that stops it; nil if it gives a value.
  static func error(of factory: any ValidatableFactory) async -> (any Error)? {
    let validation = Validation()
    let task = Task(executorPreference: validation) {
      do {
        try await factory.validate()
        validation.end(nil)
      } catch {
        validation.end(error)
      }
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { validation.await($0) }
    } onCancel: {
      task.cancel()
    }
  }

  /// Runs a part of the task on a thread that belongs to the validation.
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    CLibrary.startThread {
      let stack = ResolutionStack.current
      stack.belong(to: self)
      unsafe job.runSynchronously(on: self.asUnownedTaskExecutor())
      stack.belong(to: nil)
    }
  }

  func end(_ error: (any Error)?) {
    let waiting = state.withLock { state -> CheckedContinuation<(any Error)?, Never>? in
      defer { state = .ended(error) }
      if case .awaited(let continuation) = state { return continuation }
      return nil
    }
    waiting?.resume(returning: error)
  }

  private func await(_ continuation: CheckedContinuation<(any Error)?, Never>) {
    let ended = state.withLock { state in
      if case .running = state { state = .awaited(continuation) }
      return state
    }
    if case .ended(let error) = ended { continuation.resume(returning: error) }
  }
}
