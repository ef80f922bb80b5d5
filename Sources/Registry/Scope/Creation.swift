internal import Synchronization

/// One run of a factory for a cached value, which other callers of the same cell wait for.
///
/// Threads wait at a gate that the creating thread holds; tasks wait suspended.
@usableFromInline
final class Creation: Sendable {
  private struct State: Sendable {
    /// The thread that runs the factory and holds the gate; nil for a task.
    var thread: UInt?
    var isFinished = false
    var madeNil = false
    var failure: (any Error)?
    var waiters: [ObjectIdentifier: Waiter] = [:]
  }

  /// The scope that will keep the value.
  let scope: ScopeReference
  private let gate = Mutex(())
  private let state = Locked(State())

  init(_ scope: ScopeReference = .unspecified) {
    self.scope = scope
  }

  /// True if the calling thread runs the factory, so that a wait would never end.
  var isRunningHere: Bool { state.withLock { $0.thread } == CLibrary.thread }

  var isFinished: Bool { state.withLock { $0.isFinished } }

  /// The error that the factory threw, for callers that waited; a later call tries again.
  var failure: (any Error)? { state.withLock { $0.failure } }

  /// True if the factory gave nil, which is not cached: callers that waited get it too, and a later call tries again.
  @usableFromInline var madeNil: Bool {
    get { state.withLock { $0.madeNil } }
    set { state.withLock { $0.madeNil = newValue } }
  }

  /// Ends the creation and resumes every waiting task; the task that ran the factory calls it.
  func finish(_ failure: (any Error)? = nil) {
    let failure = failure.flatMap { Self.failsWaiters($0) ? $0 : nil }
    let waiters = state.withLock { state in
      state.isFinished = true
      state.thread = nil
      state.failure = failure
      defer { state.waiters = [:] }
      return Array(state.waiters.values)
    }
    for waiter in waiters { waiter.resume() }
  }

  /// Whether the waiting callers fail too, rather than try again.
  ///
  /// They try again if this task was cancelled, whatever it threw, or if it resolved the factory off its actor.
  private static func failsWaiters(_ failure: any Error) -> Bool {
    if Task.isCancelled || failure is CancellationError { return false }
    return (failure as? RegistryError)?.code != .wrongActor
  }
}

// MARK: - Threads

extension Creation {
  /// Runs the body, which creates the value and stores it, while other threads wait at the gate.
  func perform<Result>(_ body: () throws -> Result) rethrows -> Result {
    try gate.withLock { _ in
      state.withLock { $0.thread = CLibrary.thread }
      do {
        let result = try body()
        finish()
        return result
      } catch {
        finish(error)
        throw error
      }
    }
  }

  /// Blocks the thread until the creation has ended.
  func wait() {
    gate.withLock { _ in }
  }
}

// MARK: - Tasks

extension Creation {
  /// Suspends the task until the creation has ended, or the task is cancelled.
  func waitAsynchronously() async {
    let waiter = Waiter()
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        waiter.suspend(continuation)
        let isFinished = state.withLock { state in
          if !state.isFinished { state.waiters[ObjectIdentifier(waiter)] = waiter }
          return state.isFinished
        }
        if isFinished { waiter.resume() }
      }
    } onCancel: {
      waiter.resume()
    }
    state.withLock { $0.waiters[ObjectIdentifier(waiter)] = nil }
  }

  /// A waiting task, which is resumed once: by the end of the creation or by its cancellation.
  private final class Waiter: Sendable {
    private enum State: Sendable {
      case running
      case suspended(CheckedContinuation<Void, Never>)
      case resumed
    }

    private let state = Locked(State.running)

    func suspend(_ continuation: CheckedContinuation<Void, Never>) {
      let isResumed = state.withLock { state in
        if case .resumed = state { return true }
        state = .suspended(continuation)
        return false
      }
      if isResumed { continuation.resume() }
    }

    func resume() {
      let continuation = state.withLock { state -> CheckedContinuation<Void, Never>? in
        defer { state = .resumed }
        if case .suspended(let continuation) = state { return continuation }
        return nil
      }
      continuation?.resume()
    }
  }
}
