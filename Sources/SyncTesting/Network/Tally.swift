import Storage

/// A number that only grows, and that tasks wait for.
final class Tally: Sendable {
  private struct State {
    var count = 0
    var waiting: [Int: Waiter] = [:]
    var cancelled: Set<Int> = []
    var next = 0
  }

  private struct Waiter {
    let goal: Int
    let continuation: CheckedContinuation<Void, any Error>
  }

  private let state = Locked(State())

  /// The number now.
  var count: Int { state.withLock { $0.count } }

  /// Counts one more.
  func add() {
    let ready = state.withLock { state in
      state.count += 1
      let ready = state.waiting.filter { $0.value.goal <= state.count }
      for key in ready.keys { state.waiting[key] = nil }
      return ready.values.map(\.continuation)
    }
    for continuation in ready { continuation.resume() }
  }

  /// Returns once the number is at least the goal; throws `CancellationError` if the task is cancelled before.
  func reach(_ goal: Int = 1) async throws {
    let key = state.withLock { state in
      state.next += 1
      return state.next
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let early = state.withLock { state -> Result<Void, any Error>? in
          if state.cancelled.remove(key) != nil { return .failure(CancellationError()) }
          if state.count >= goal { return .success(()) }
          state.waiting[key] = Waiter(goal: goal, continuation: continuation)
          return nil
        }
        if let early { continuation.resume(with: early) }
      }
    } onCancel: {
      let waiter = state.withLock { state -> Waiter? in
        guard let waiter = state.waiting.removeValue(forKey: key) else {
          state.cancelled.insert(key)
          return nil
        }
        return waiter
      }
      waiter?.continuation.resume(throwing: CancellationError())
    }
  }
}
