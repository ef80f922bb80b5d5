import Dispatch
internal import Synchronization

/// A bounded set of sessions; a caller that finds none free waits its turn.
final class SessionPool: Sendable {
  /// One session, which at most one caller uses at a time.
  ///
  /// So the lock is never contended; it proves to the compiler what the pool guarantees.
  final class Slot: Sendable {
    private let session: Locked<SQLiteSession?>
    private let turn = Atomic(0)

    /// Runs this session's long work.
    ///
    /// A serial queue has a thread of its own when it needs one. A concurrent one shares Swift's
    /// threads: on Linux, two long scans on two cores would leave no thread for other tasks.
    let queue = DispatchQueue(label: "item-store.session")

    init(_ session: sending SQLiteSession) { self.session = Locked(session) }

    /// Runs a body that is too short to be cancelled.
    func use<Value: Sendable>(
      _ body: @Sendable (SQLiteSession) throws(StorageError) -> Value
    ) throws(StorageError) -> Value {
      try session.withLock { session throws(StorageError) in
        guard let session else { preconditionFailure("a closed slot is out with nobody") }
        return try body(session)
      }
    }

    func use<Value: Sendable>(
      for operation: SessionOperation,
      _ body: @Sendable (SQLiteSession) throws(StorageError) -> Value
    ) throws(StorageError) -> Value {
      try use { session throws(StorageError) in try operation.run(on: session, body) }
    }

    /// Whether the caller's thread has worked for so long that it should let other tasks run.
    ///
    /// Swift switches tasks only where one waits, and inline work never waits: without this, one
    /// loop of reads for each core would stop every other task.
    func shouldYield(after work: Work) -> Bool {
      let share = turn.wrappingAdd(work.rawValue, ordering: .relaxed).newValue
      guard share >= Work.turn else { return false }
      turn.store(0, ordering: .relaxed)
      return true
    }

    /// The approximate cost of work, in lookups of some microseconds.
    enum Work: Int {
      case lookUp = 1
      case page = 8
      case write = 16

      /// The work before a yield: some tenths of a millisecond.
      fileprivate static let turn = 64
    }

    /// Closes the connection, even if somebody still holds the slot.
    fileprivate func close() { session.withLock { $0 = nil } }
  }

  fileprivate struct State {
    var free: [Slot] = []
    var opened = 0
    var isClosed = false
    var waiting = WaiterQueue<CheckedContinuation<Grant, Never>>()
    /// Whether time is being counted for waiting callers.
    var isCounting = false
    var closing: [CheckedContinuation<Void, Never>] = []
  }

  /// The answer to a request for a session.
  fileprivate enum Grant {
    case slot(Slot)
    /// The right to open one more.
    case open
    case closed
    /// No session has become free for too long.
    case none
  }

  /// What happens to a session that is given back.
  fileprivate enum ReturnAction {
    case user(CheckedContinuation<Grant, Never>)
    case kept
    case dropped
  }

  private let capacity: Int
  let location: Connection.Location
  /// A queue with a thread of its own, which no work can occupy.
  private static let ticks = DispatchQueue(label: "item-store.waiting")

  private let patience: Duration
  private let open: @Sendable () throws(StorageError) -> Slot
  private let state = Locked(State())

  /// Creates a pool, which opens its sessions when they are first needed.
  ///
  /// A waiting caller gets the error `.busy` once no session has become free for `patience`: a
  /// write that waits for another use of its own store would otherwise hang forever.
  init(
    capacity: Int,
    location: Connection.Location,
    patience: Duration = .seconds(30),
    open: @escaping @Sendable () throws(StorageError) -> Slot
  ) {
    self.capacity = capacity
    self.location = location
    self.patience = patience
    self.open = open
  }

  /// A free slot, opened or waited for; return it with ``giveBack(_:)``.
  func take() async throws(StorageError) -> Slot {
    switch await grant() {
    case .slot(let slot): return slot
    case .open: return try openSlot()
    case .closed: throw StorageError(.closed, "\(location) was closed before. Open it again.")
    case .none:
      throw StorageError(
        .busy,
        "\(location) is busy with other work of this program, and nothing was done. Try again later; "
          + "within a write, use its transaction only."
      )
    }
  }

  /// A slot that is free now, or nil; return it with ``giveBack(_:)``.
  func takeIfFree() throws(StorageError) -> Slot? {
    switch state.withLock({ $0.grant(capacity: capacity) }) {
    case .slot(let slot): slot
    case .open: try openSlot()
    case .closed, .some(.none), nil: nil
    }
  }

  private func grant() async -> Grant {
    if let grant = state.withLock({ $0.grant(capacity: capacity) }) { return grant }
    return await withCheckedContinuation { continuation in
      // A session may have become free in between.
      let grant = state.withLock { state -> Grant? in
        let grant = state.grant(capacity: capacity)
        if grant == nil { state.waiting.join(continuation) }
        return grant
      }
      if let grant {
        continuation.resume(returning: grant)
      } else {
        countTime()
      }
    }
  }

  /// Counts time while somebody waits.
  private func countTime() {
    let isFirst = state.withLock { state in
      defer { state.isCounting = true }
      return !state.isCounting
    }
    if isFirst { scheduleTick() }
  }

  private func scheduleTick() {
    let pause = patience / WaiterQueue<Void>.patience
    Self.ticks.asyncAfter(deadline: .now() + (pause / .seconds(1))) { [weak self] in
      self?.countTick()
    }
  }

  private func countTick() {
    let (gone, isCounting) = state.withLock { state in
      let gone = state.waiting.countTick()
      state.isCounting = !state.waiting.isEmpty
      return (gone, state.isCounting)
    }
    gone.forEach { $0.resume(returning: .none) }
    if isCounting { scheduleTick() }
  }

  /// Hands a slot to the next waiting caller, or keeps it.
  func giveBack(_ slot: Slot) {
    switch state.withLock({ $0.returnAction(of: slot) }) {
    case .user(let user): user.resume(returning: .slot(slot))
    case .kept: break
    case .dropped: drop([slot])
    }
  }

  /// Closes every session as it becomes free, and returns when the last one is closed.
  func close() async {
    await withCheckedContinuation { continuation in
      let (free, waiting) = state.withLock { state in
        defer { state.free = [] }
        state.isClosed = true
        state.closing.append(continuation)
        return (state.free, state.waiting.removeAll())
      }
      waiting.forEach { $0.resume(returning: .closed) }
      drop(free)
    }
  }

  /// Closes connections, and only then resumes those who wait for all to be closed.
  private func drop(_ slots: [Slot]) {
    slots.forEach { $0.close() }
    let closers = state.withLock { state in
      state.opened -= slots.count
      return state.takeClosing()
    }
    closers.forEach { $0.resume() }
  }

  private func openSlot() throws(StorageError) -> Slot {
    do throws(StorageError) {
      return try open()
    } catch {
      let next = state.withLock { $0.nextAfterError() }
      next.user?.resume(returning: .open)
      next.closers.forEach { $0.resume() }
      throw error
    }
  }
}

extension SessionPool.State {
  /// The caller that continues, and those that waited for the pool to be closed.
  fileprivate typealias Next = (
    user: CheckedContinuation<SessionPool.Grant, Never>?,
    closers: [CheckedContinuation<Void, Never>]
  )

  /// What a caller gets without waiting, or nil if it has to wait.
  fileprivate mutating func grant(capacity: Int) -> SessionPool.Grant? {
    if isClosed { return .closed }
    if let slot = free.popLast() { return .slot(slot) }
    guard opened < capacity else { return nil }
    opened += 1
    return .open
  }

  /// What happens to a slot that is given back.
  fileprivate mutating func returnAction(of slot: SessionPool.Slot) -> SessionPool.ReturnAction {
    if let user = waiting.next() { return .user(user) }
    if isClosed { return .dropped }
    free.append(slot)
    return .kept
  }

  /// Passes the right to open a session to the next waiting caller, after opening one failed.
  fileprivate mutating func nextAfterError() -> Next {
    if let user = waiting.next() { return (user, []) }
    opened -= 1
    return (nil, takeClosing())
  }

  /// Those who wait for the close, once no session is open.
  fileprivate mutating func takeClosing() -> [CheckedContinuation<Void, Never>] {
    guard opened == 0 else { return [] }
    defer { closing = [] }
    return closing
  }
}
