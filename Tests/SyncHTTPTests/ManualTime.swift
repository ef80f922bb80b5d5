import Storage

/// A time that stands still until a test moves it.
final class ManualTime: Sendable {
  private struct Sleeper {
    let id: Int
    let end: ContinuousClock.Instant
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var now = ContinuousClock.now
    var looks = 0
    var sleepers: [Sleeper] = []
    var nextID = 0
    /// Sleeps that were cancelled before they had begun.
    var cancelled: Set<Int> = []
  }

  private let state = Locked(State())

  var now: ContinuousClock.Instant {
    state.withLock { state in
      state.looks += 1
      return state.now
    }
  }

  /// How often the time was asked for.
  var looks: Int { state.withLock { $0.looks } }

  func sleep(_ duration: Duration) async throws {
    let id = state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
    let end = state.withLock { $0.now + duration }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let outcome = state.withLock { state -> Result<Void, any Error>? in
          if state.cancelled.remove(id) != nil { return .failure(CancellationError()) }
          if end <= state.now { return .success(()) }
          state.sleepers.append(Sleeper(id: id, end: end, continuation: continuation))
          return nil
        }
        if let outcome { continuation.resume(with: outcome) }
      }
    } onCancel: {
      let sleeper = state.withLock { state -> Sleeper? in
        guard let index = state.sleepers.firstIndex(where: { $0.id == id }) else {
          state.cancelled.insert(id)
          return nil
        }
        return state.sleepers.remove(at: index)
      }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
  }

  /// Moves the time, and wakes whoever has slept long enough.
  func advance(by duration: Duration) {
    let awake = state.withLock { state in
      state.now += duration
      let now = state.now
      let awake = state.sleepers.filter { $0.end <= now }
      state.sleepers.removeAll { $0.end <= now }
      return awake
    }
    for sleeper in awake { sleeper.continuation.resume() }
  }
}
