import Observation
import Storage
import Sync
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Waits until something observed holds; nothing here waits for a time.
@MainActor
func until(_ condition: @escaping @MainActor () -> Bool) async {
  while true {
    let isDone = await withCheckedContinuation { (continuation: CheckedContinuation<Bool, Never>) in
      let resume = Once { continuation.resume(returning: $0) }
      // The change comes after the call, so the condition is looked at again then.
      let holds = withObservationTracking(condition) { resume(false) }
      if holds { resume(true) }
    }
    if isDone { return }
  }
}

/// A call that is made once at most.
private final class Once<Value: Sendable>: Sendable {
  private let isCalled = Locked(false)
  private let body: @Sendable (Value) -> Void

  init(_ body: @escaping @Sendable (Value) -> Void) { self.body = body }

  func callAsFunction(_ value: Value) {
    let isFirst = isCalled.withLock { isCalled in
      defer { isCalled = true }
      return !isCalled
    }
    if isFirst { body(value) }
  }
}

/// A gate that tests open and close; those that come while it is closed wait.
final class Gate: Sendable {
  private struct State {
    var isOpen = true
    var waiting: [CheckedContinuation<Void, Never>] = []
    var arrivals = 0
    var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private let state = Locked(State())

  func close() { state.withLock { $0.isOpen = false } }

  func open() {
    let waiting = state.withLock { state in
      state.isOpen = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  /// Passes, or waits until it is open.
  func pass() async {
    await withCheckedContinuation { continuation in
      let (isOpen, watchers) = state.withLock { state in
        state.arrivals += 1
        let met = state.watchers.filter { $0.count <= state.arrivals }
        state.watchers.removeAll { $0.count <= state.arrivals }
        if !state.isOpen { state.waiting.append(continuation) }
        return (state.isOpen, met)
      }
      for watcher in watchers { watcher.continuation.resume() }
      if isOpen { continuation.resume() }
    }
  }

  /// How many have come so far.
  var arrivals: Int { state.withLock { $0.arrivals } }

  /// Waits until so many have come in all.
  func waitForArrivals(_ count: Int) async {
    await withCheckedContinuation { continuation in
      let isMet = state.withLock { state in
        if state.arrivals < count { state.watchers.append((count, continuation)) }
        return state.arrivals >= count
      }
      if isMet { continuation.resume() }
    }
  }
}

/// A store in memory whose reads and writes a test holds up or lets fail.
final class TestStore: UndoableRepository {
  let base: SQLiteRepository
  /// Each read of items and figures passes it, and each count its own.
  let reads = Gate()
  let counts = Gate()
  /// What the next reads and writes throw.
  private let errors = Locked<(read: StorageError?, write: StorageError?)>((nil, nil))

  init(_ fixture: Fixture = .empty, environment: StoreEnvironment = .live) throws {
    base = try SQLiteRepository.inMemory(fixture, environment: environment)
  }

  func failReads(with error: StorageError?) { errors.withLock { $0.read = error } }
  func failWrites(with error: StorageError?) { errors.withLock { $0.write = error } }

  private func beforeRead() async throws(StorageError) {
    await reads.pass()
    if let error = errors.withLock({ $0.read }) { throw error }
  }

  func item(_ id: ItemID) async throws(StorageError) -> Item? {
    try await beforeRead()
    return try await base.item(id)
  }
  func item(number: Int) async throws(StorageError) -> Item? { try await base.item(number: number) }
  func page(_ query: ItemQuery) async throws(StorageError) -> ItemPage {
    try await beforeRead()
    return try await base.page(query)
  }
  func count(_ filter: ItemFilter) async throws(StorageError) -> Int {
    await counts.pass()
    return try await base.count(filter)
  }
  func summary(_ query: SummaryQuery) async throws(StorageError) -> ItemSummary {
    try await beforeRead()
    return try await base.summary(query)
  }
  func write<Value: Sendable>(
    _ body: @escaping @Sendable (any ItemTransaction) throws(StorageError) -> Value
  ) async throws(StorageError) -> Value {
    if let error = errors.withLock({ $0.write }) { throw error }
    return try await base.write(body)
  }
  func changes() -> ChangeNotices { base.changes() }
  func stats() async throws(StorageError) -> StoreStats { try await base.stats() }
  func history() async throws(StorageError) -> [HistoryStep] { try await base.history() }
  func changes(of step: Int) async throws(StorageError) -> [HistoryStep.Change] {
    try await base.changes(of: step)
  }
  func undo(_ count: Int) async throws(StorageError) -> [HistoryOutcome] {
    try await base.undo(count)
  }
  func redo(_ count: Int) async throws(StorageError) -> [HistoryOutcome] {
    try await base.redo(count)
  }
  func close() async { await base.close() }
}

/// Thursday, 26 November 2026, 12:00 UTC.
let testNow = Date(timeIntervalSince1970: 1_795_694_400)

let testEnvironment = StoreEnvironment(now: { testNow }, random: StoreEnvironment.live.random)

extension ItemQuery {
  /// Open items in the order of a list, seen from UTC.
  static let open = ItemQuery(.status([.open]), zone: .fixed(secondsFromGMT: 0))
}
