import Dispatch
import Storage
import Sync

/// Writes to a store on one thread; writes that come while a commit is under way go into the next one together.
///
/// Whoever waits for a write is a closure, not a thread.
final class CommitQueue: Sendable {
  /// A write that waits.
  private struct Entry {
    let write: HubWrite
    /// About how much work it is, in changes.
    let weight: Int
    let done: @Sendable (HubError?) -> Void
  }

  private struct State {
    var entries: [Entry] = []
    /// Work of the server's own, between commits.
    var chores: [@Sendable () -> Void] = []
    var isRunning = false
  }

  /// How much goes into one commit at most, so that nobody waits long for others' changes.
  private static let maxWeight = 8_000
  private static let maxWrites = 1_000

  private let store: any ServerStore
  private let state = Locked(State())
  private let queue = DispatchQueue(label: "hub.writer")
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
  }

  /// Adds a write; `done` gets nil once it is on the disk, or why nothing of it was stored.
  func add(_ write: HubWrite, weight: Int, done: @escaping @Sendable (HubError?) -> Void) {
    start { $0.entries.append(Entry(write: write, weight: weight, done: done)) }
  }

  /// Whether nothing is written, or waits for it.
  var isIdle: Bool { state.withLock { !$0.isRunning } }

  /// Adds work that writes by other ways, so that it need not wait for this thread's lock.
  func addChore(_ chore: @escaping @Sendable () -> Void) { start { $0.chores.append(chore) } }

  private func start(_ change: (inout State) -> Void) {
    let needsThread = state.withLock { state in
      change(&state)
      defer { state.isRunning = true }
      return !state.isRunning
    }
    if needsThread { queue.async { self.drain() } }
  }

  private func drain() {
    while true {
      let (entries, chores) = take()
      if entries.isEmpty, chores.isEmpty { return }
      if !entries.isEmpty { commit(entries) }
      for chore in chores { chore() }
      if store.afterWrites() { startUpkeep() }
    }
  }

  /// What goes into the next commit; nothing ends the thread.
  private func take() -> (entries: [Entry], chores: [@Sendable () -> Void]) {
    state.withLock { state in
      if state.entries.isEmpty, state.chores.isEmpty {
        state.isRunning = false
        return ([], [])
      }
      let chores = state.chores
      state.chores = []
      var (count, weight) = (0, 0)
      while count < min(state.entries.count, CommitQueue.maxWrites) {
        weight += state.entries[count].weight
        if count > 0, weight > CommitQueue.maxWeight { break }
        count += 1
      }
      let entries = Array(state.entries.prefix(count))
      state.entries.removeFirst(count)
      return (entries, chores)
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
