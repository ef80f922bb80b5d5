import Storage
import Sync

/// A request that waits for news of its space.
final class Waiter: Sendable {
  let id: UInt64
  let space: String
  /// What the device knows.
  let request: WaitRequest
  let token: TokenEntry
  /// When it is answered that nothing came, in nanoseconds.
  let deadline: Int64
  /// Gives the response; called once.
  let answer: @Sendable (NetworkResponse) -> Void

  init(
    id: UInt64,
    space: String,
    request: WaitRequest,
    token: TokenEntry,
    deadline: Int64,
    answer: @escaping @Sendable (NetworkResponse) -> Void
  ) {
    self.id = id
    self.space = space
    self.request = request
    self.token = token
    self.deadline = deadline
    self.answer = answer
  }
}

/// The requests that wait, by space; one that is taken out is answered by whoever took it.
final class WaitRegistry: Sendable {
  fileprivate struct State {
    var spaces: [String: [UInt64: Waiter]] = [:]
    /// Which waiters end in each second, in the order of seconds; those that have gone are passed over.
    var ends: [Int64: [(space: String, id: UInt64)]] = [:]
    var firstEnd = Int64.max
    var count = 0
    var isClosed = false
  }

  private let state = Locked(State())

  /// How many wait.
  var count: Int { state.withLock { $0.count } }

  /// The spaces in which somebody waits.
  var spaces: [String] { state.withLock { Array($0.spaces.keys) } }

  /// Adds one; returns false if nobody may wait any more.
  func add(_ waiter: Waiter) -> Bool {
    state.withLock { state in
      guard !state.isClosed else { return false }
      state.spaces[waiter.space, default: [:]][waiter.id] = waiter
      let second = WaitRegistry.second(waiter.deadline)
      state.ends[second, default: []].append((waiter.space, waiter.id))
      state.firstEnd = min(state.firstEnd, second)
      state.count += 1
      return true
    }
  }

  /// Takes one out; nil if somebody else did before.
  func take(_ space: String, _ id: UInt64) -> Waiter? {
    state.withLock { $0.take(space, id) }
  }

  /// Takes those of a space out that the body chooses.
  func take(from space: String, where matches: (Waiter) -> Bool) -> [Waiter] {
    state.withLock { state in
      let found = state.spaces[space].map { $0.values.filter(matches) } ?? []
      for waiter in found { _ = state.take(space, waiter.id) }
      return found
    }
  }

  /// Takes those of all spaces out that the body chooses.
  func take(where matches: (Waiter) -> Bool) -> [Waiter] {
    spaces.flatMap { take(from: $0, where: matches) }
  }

  /// Takes those out whose time is over.
  func takeEnded(at now: Int64) -> [Waiter] {
    state.withLock { state in
      let current = WaitRegistry.second(now)
      guard state.firstEnd < current else { return [] }
      var ended: [Waiter] = []
      for second in state.ends.keys.filter({ $0 < current }) {
        for (space, id) in state.ends.removeValue(forKey: second) ?? [] {
          if let waiter = state.take(space, id) { ended.append(waiter) }
        }
      }
      state.firstEnd = state.ends.keys.min() ?? .max
      return ended
    }
  }

  /// Takes all out, and takes no more in.
  func close() -> [Waiter] {
    state.withLock { state in
      state.isClosed = true
      let all = state.spaces.values.flatMap(\.values)
      state.spaces = [:]
      state.ends = [:]
      state.firstEnd = .max
      state.count = 0
      return all
    }
  }

  private static func second(_ nanoseconds: Int64) -> Int64 { nanoseconds / 1_000_000_000 }
}

extension WaitRegistry.State {
  fileprivate mutating func take(_ space: String, _ id: UInt64) -> Waiter? {
    guard let waiter = spaces[space]?.removeValue(forKey: id) else { return nil }
    if spaces[space]?.isEmpty ?? false { spaces[space] = nil }
    count -= 1
    return waiter
  }
}
