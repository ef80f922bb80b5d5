import Dispatch
import Storage
import Sync

/// Writes to a store; writes that come while a commit is under way go into the next one together.
///
/// A store that writes one thing at a time has one thread, and all spaces share its commits. For one that writes spaces
/// at once there are several threads: each takes what waits for one space, and no two take the same.
/// Whoever waits for a write is a closure, not a thread.
final class CommitQueue: Sendable {
  /// A write that waits.
  private struct Entry {
    let write: HubWrite
    /// About how much work it is, in changes.
    let weight: Int
    let done: @Sendable (HubError?) -> Void
  }

  /// What is committed one after the other.
  private struct Lane {
    var entries: [Entry] = []
    var isRunning = false
  }

  private struct State {
    var lanes: [String: Lane] = [:]
    /// The lanes in which something waits and nothing runs, in the order of their coming.
    var ready: [String] = []
    var firstReady = 0
    /// Work of the server's own, between commits.
    var chores: [@Sendable () -> Void] = []
    /// The threads that have nothing to do.
    var idle: [Int]
    let threads: Int

    var isIdle: Bool { idle.count == threads }

    mutating func takeReady() -> String? {
      guard firstReady < ready.count else { return nil }
      defer {
        firstReady += 1
        // What has run is dropped now and then, so that a list that is never empty does not grow.
        if firstReady == ready.count || firstReady == 256 {
          ready.removeFirst(firstReady)
          firstReady = 0
        }
      }
      return ready[firstReady]
    }

    /// Takes out of a lane what goes into its next commit.
    mutating func begin(_ name: String) -> [Entry] {
      guard var lane = lanes.removeValue(forKey: name) else { return [] }
      var (count, weight) = (0, 0)
      while count < min(lane.entries.count, CommitQueue.maxWrites) {
        weight += lane.entries[count].weight
        if count > 0, weight > CommitQueue.maxWeight { break }
        count += 1
      }
      let entries = Array(lane.entries.prefix(count))
      lane.entries.removeFirst(count)
      lane.isRunning = true
      lanes[name] = lane
      return entries
    }

    /// Notes that a lane's commit is over.
    mutating func end(_ name: String) {
      guard var lane = lanes.removeValue(forKey: name), !lane.entries.isEmpty else { return }
      lane.isRunning = false
      lanes[name] = lane
      ready.append(name)
    }
  }

  /// How much goes into one commit at most, so that nobody waits long for others' changes.
  private static let maxWeight = 8_000
  private static let maxWrites = 1_000

  private let store: any ServerStore
  private let state: Locked<State>
  private let queues: [DispatchQueue]
  private let upkeep = DispatchQueue(label: "hub.upkeep")
  private let isUpkeepDue = Locked(false)
  /// Told of each commit: how many writes it had, and how long it took in nanoseconds.
  private let observe: @Sendable (_ writes: Int, _ nanoseconds: Int64) -> Void
  private let monotonic: @Sendable () -> Int64
  /// Where the closures run that wait for writes, so that the thread that writes goes on.
  private let answers: JobQueue

  init(
    store: any ServerStore,
    answers: JobQueue,
    monotonic: @escaping @Sendable () -> Int64,
    observe: @escaping @Sendable (_ writes: Int, _ nanoseconds: Int64) -> Void
  ) {
    self.store = store
    self.answers = answers
    self.monotonic = monotonic
    self.observe = observe
    let threads = store.writers
    state = Locked(State(idle: Array(0..<threads), threads: threads))
    queues = (0..<threads).map { DispatchQueue(label: "hub.writer.\($0)") }
  }

  /// Adds a write; `done` gets nil once it is on the disk, or why nothing of it was stored.
  func add(_ write: HubWrite, weight: Int, done: @escaping @Sendable (HubError?) -> Void) {
    let name = queues.count == 1 ? "" : write.space
    start { state in
      var lane = state.lanes.removeValue(forKey: name) ?? Lane()
      if lane.entries.isEmpty, !lane.isRunning { state.ready.append(name) }
      lane.entries.append(Entry(write: write, weight: weight, done: done))
      state.lanes[name] = lane
    }
  }

  /// Whether nothing is written, or waits for it.
  var isIdle: Bool { state.withLock { $0.isIdle } }

  /// Adds work that writes by other ways, so that it need not wait for this thread's lock.
  func addChore(_ chore: @escaping @Sendable () -> Void) { start { $0.chores.append(chore) } }

  private func start(_ change: (inout State) -> Void) {
    let thread = state.withLock { state in
      change(&state)
      return state.idle.popLast()
    }
    if let thread { queues[thread].async { self.drain(thread) } }
  }

  private func drain(_ thread: Int) {
    while let (name, entries, chores) = take(thread) {
      if !entries.isEmpty {
        commit(entries)
        state.withLock { $0.end(name) }
      }
      for chore in chores { chore() }
      if store.afterWrites() { startUpkeep() }
    }
  }

  /// What goes into the next commit; nil ends the thread.
  private func take(_ thread: Int) -> (String, [Entry], [@Sendable () -> Void])? {
    state.withLock { state in
      let name = state.takeReady()
      guard name != nil || !state.chores.isEmpty else {
        state.idle.append(thread)
        return nil
      }
      let chores = state.chores
      state.chores = []
      return (name ?? "", name.map { state.begin($0) } ?? [], chores)
    }
  }

  private func commit(_ entries: [Entry]) {
    let begin = monotonic()
    let errors = store.writeTogether(entries.map(\.write))
    observe(entries.count, monotonic() - begin)
    for start in stride(from: 0, to: entries.count, by: 32) {
      let range = start..<min(start + 32, entries.count)
      answers.add { for index in range { entries[index].done(errors[index]) } }
    }
  }

  private func startUpkeep() {
    let isFirst = isUpkeepDue.withLock { due in
      defer { due = true }
      return !due
    }
    guard isFirst else { return }
    upkeep.async {
      self.store.maintain()
      self.isUpkeepDue.withLock { $0 = false }
    }
  }
}
