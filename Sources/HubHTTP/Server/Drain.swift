#if Hub
import Storage

/// Counts the event threads that have no connection left, for one call of ``HTTPServer/drain(deadline:)``.
final class Drain: Sendable {
  private struct State {
    var open: Int
    var isComplete = true
    var waiting: CheckedContinuation<Bool, Never>?
  }

  private let state: Locked<State>

  init(loops: Int) { state = Locked(State(open: loops)) }

  /// An event thread has no connection left, or its deadline has come before.
  func finish(isComplete: Bool) {
    let resumed = state.withLock { state in
      state.open -= 1
      state.isComplete = state.isComplete && isComplete
      guard state.open == 0, let waiting = state.waiting else {
        return nil as (CheckedContinuation<Bool, Never>, Bool)?
      }
      state.waiting = nil
      return (waiting, state.isComplete)
    }
    if let (waiting, isComplete) = resumed { waiting.resume(returning: isComplete) }
  }

  /// Whether all ended by the deadline; returns when each thread has said so.
  func result() async -> Bool {
    await withCheckedContinuation { continuation in
      let result = state.withLock { state in
        if state.open == 0 { return state.isComplete as Bool? }
        state.waiting = continuation
        return nil
      }
      if let result { continuation.resume(returning: result) }
    }
  }
}
#endif
