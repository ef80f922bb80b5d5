import Storage

/// Whether the wall clock can be right: a small machine may have none, and start in 1970 or anywhere.
///
/// It is wrong if it is five minutes behind the last commit, or has jumped more than thirty days ahead of it, or of
/// itself as the time that nobody sets has it.
final class ClockRule: Sendable {
  /// What is wrong with a clock.
  enum Fault: Sendable, Equatable {
    /// It is so many seconds behind the last commit.
    case behind(seconds: Int64)
    /// It is so many days ahead of all that is known.
    case ahead(days: Int64)

    /// What to do about it.
    var message: String {
      switch self {
      case .behind(let seconds):
        "The hub's clock is \(seconds) seconds behind its last commit. Set the clock of its machine, or start the hub with --accept-clock."
      case .ahead(let days):
        "The hub's clock is \(days) days ahead of its last commit. Set the clock of its machine, or start the hub with --accept-clock."
      }
    }
  }

  private struct State {
    /// The time of the last commit, in milliseconds since 1970; nil before the first.
    var lastCommit: Int64?
    /// What of it the store has.
    var noted: Int64?
    /// When the clock was last believed, by both clocks (ms, ns).
    var believed: (wall: Int64, monotonic: Int64)?
  }

  private static let maxBehind: Int64 = 300_000
  private static let maxAhead: Int64 = 30 * 86_400_000

  private let environment: ServerEnvironment
  private let isAccepted: Bool
  private let state: Locked<State>

  init(lastCommit: Int64?, isAccepted: Bool, environment: ServerEnvironment) {
    self.environment = environment
    self.isAccepted = isAccepted
    // A clock that somebody vouches for counts, whatever was stored by a wrong one.
    let known = isAccepted ? lastCommit.map { min($0, environment.now()) } : lastCommit
    state = Locked(
      State(
        lastCommit: known,
        noted: lastCommit,
        believed: known.map { ($0, environment.monotonic()) }
      )
    )
  }

  /// What is wrong with the clock now, if anything.
  func fault() -> Fault? {
    let now = environment.now()
    let monotonic = environment.monotonic()
    return state.withLock { state in
      if isAccepted { return nil }
      if let last = state.lastCommit, now < last - ClockRule.maxBehind {
        return .behind(seconds: (last - now) / 1_000)
      }
      if let believed = state.believed {
        let expected = believed.wall + (monotonic - believed.monotonic) / 1_000_000
        if now > expected + ClockRule.maxAhead {
          return .ahead(days: (now - expected) / 86_400_000)
        }
      }
      state.believed = (now, monotonic)
      return nil
    }
  }

  /// Notes that something was committed now.
  func committed() {
    let now = environment.now()
    state.withLock { $0.lastCommit = max($0.lastCommit ?? now, now) }
  }

  /// The time of the last commit that the store should have, if it lacks ten seconds or more.
  func toBeNoted() -> Int64? {
    state.withLock { state in
      guard let last = state.lastCommit, state.noted.map({ abs(last - $0) >= 10_000 }) ?? true
      else {
        return nil
      }
      state.noted = last
      return last
    }
  }
}
