// What is done while the hub works: the next page comes, and the next push is read.

import Storage
import Sync
import SyncSimulator
import Testing

@Suite("What is done while the hub works") struct ReadAheadTests {
  // MARK: - In a whole sync

  @Test func `a page is merged while the next one comes`() async throws {
    let pair = try Pair.overMemory(limits: limits)
    for number in 0..<10 { _ = try await pair.first.add("Item \(number)") }
    _ = try await pair.engine(pair.first, limits: limits).sync()
    let requests = Counter()
    let isEarly = Locked(false)
    let store = WaitingStore(pair.second) { transaction in
      // The first prepares, the second merges.
      if transaction == 2 {
        await until { requests.value == 2 }
        isEarly.withLock { $0 = true }
      }
    }
    let network = WaitingNetwork(pair.service) { _ in requests.increase() }
    let summary = try await pair.engine(store, over: network, limits: limits).sync()
    #expect(isEarly.withLock { $0 })
    #expect(summary.pulled == 10)
    #expect(summary.requests == 3)
    try await pair.expectEqual()
  }

  @Test func `the next push is read while one is under way, and an edit of it is not lost`()
    async throws
  {
    let pair = try Pair.overMemory(limits: limits)
    var items: [Item] = []
    for number in 0..<8 { items.append(try await pair.first.add("Item \(number)")) }
    let transactions = Counter()
    let isRead = Locked(false)
    let store = WaitingStore(pair.first) { _ in transactions.increase() }
    let pushes = Counter()
    let (edited, first) = (items[4], pair.first)
    let network = WaitingNetwork(pair.service) { request in
      guard request.method == "POST" else { return }
      pushes.increase()
      guard pushes.value == 1 else { return }
      // Two that prepare, and one that merges an empty page, come before.
      await until { transactions.value == 4 }
      isRead.withLock { $0 = true }
      var item = edited
      item.title = "Edited"
      _ = try? await first.update(item)
    }
    let summary = try await pair.engine(store, over: network, limits: limits).sync()
    #expect(isRead.withLock { $0 })
    #expect(pushes.value == 4, "three of three, three and two, and one for the edit")
    #expect(summary.pushed == 9)
    _ = try await pair.engine(pair.second).sync()
    #expect(try await pair.second.item(edited.id)?.title == "Edited")
    try await pair.expectEqual()
  }

  // MARK: - In a store

  /// A store that has sent its first push, and what it sent.
  private func pushing() async throws -> (
    store: SQLiteRepository, push: PushRequest, next: Int, surroundings: TestSurroundings
  ) {
    let pair = try Pair.overMemory(limits: limits)
    for number in 0..<10 { _ = try await pair.first.add("Item \(number)") }
    _ = try await pair.first.work(
      .merge(ChangesRequest(after: 0, token: nil, isBootstrap: true), page)
    )
    let outcome = try await pair.first.work(.prepare(Self.preparation))
    guard case .request(.push(let push), let standing) = outcome, let next = standing.next else {
      throw Unexpected(outcome: outcome)
    }
    return (pair.first, push, next, pair.surroundings)
  }

  private static let now: Int64 = 1_800_000_000_000
  private static let token = SyncToken(epoch: 1, head: 0, nonce: 5)
  private static let preparation = StoreWork.Preparation(
    pushes: true,
    isCurrent: false,
    counts: false,
    hubTime: now
  )

  private var page: ChangesPage {
    ChangesPage(rows: [], end: 0, hasMore: false, token: Self.token, floor: 0, now: Self.now)
  }

  private func accepted(_ push: PushRequest) -> PushAcceptance {
    let results = push.changes.enumerated().map { place, change in
      PushResult(id: change.id, outcome: .ok(sequence: push.token.head + Int64(place) + 1))
    }
    return PushAcceptance(
      token: SyncToken(epoch: 1, head: push.token.head + Int64(results.count), nonce: 6),
      previous: push.token.head,
      now: Self.now,
      floor: 0,
      results: results
    )
  }

  private struct Unexpected: Error { let outcome: StoreOutcome }

  private func ahead(of push: PushRequest, _ next: Int, in store: SQLiteRepository) async throws
    -> PushAhead
  {
    let outcome = try await store.work(.lookAhead(push, after: next))
    guard case .ahead(let ahead) = outcome else { throw Unexpected(outcome: outcome) }
    return ahead
  }

  @Test func `all that is to be pushed is read once, in order`() async throws {
    var (store, push, next, _) = try await pushing()
    var sent = push.changes.map(\.id)
    while true {
      let ahead = try await ahead(of: push, next, in: store)
      let work = StoreWork.proceed(push, accepted(push), ahead, hubTime: Self.now)
      let outcome = try await store.work(work)
      guard case .proceeded(let applied, let following, let standing) = outcome else {
        throw Unexpected(outcome: outcome)
      }
      #expect(applied.pushed == push.changes.count)
      #expect(following.counter == push.counter + 1)
      #expect(following.cursor == push.cursor + Int64(push.changes.count))
      #expect(following.changes == ahead.changes)
      push = following
      sent += push.changes.map(\.id)
      guard let more = standing.next else { break }
      next = more
    }
    #expect(sent == (try await store.items().sorted { $0.number < $1.number }.map(\.id)))
    // What left is held to have left, as with any push.
    #expect(try await store.work(.acknowledge(push, accepted(push))).isApplied)
    #expect(try await store.syncStatus().unsynced == 0)
  }

  @Test func `nothing is read behind a push that is not the last one`() async throws {
    let (store, push, next, _) = try await pushing()
    // Another process pushes.
    _ = try await store.work(.prepare(Self.preparation))
    #expect(try await store.work(.lookAhead(push, after: next)) == .superseded)
    let work = StoreWork.proceed(
      push,
      accepted(push),
      PushAhead(changes: push.changes, next: nil),
      hubTime: Self.now
    )
    #expect(try await store.work(work) == .superseded)
  }

  @Test func `what was read before another process merged a page does not leave`() async throws {
    let (store, push, next, _) = try await pushing()
    let ahead = try await ahead(of: push, next, in: store)
    // Under the same token: the page that the other one had asked for.
    var other = page
    other.end = 4
    other.token = push.token
    let request = ChangesRequest(after: push.cursor, token: push.token)
    #expect(try await store.work(.merge(request, other)).isApplied)
    let work = StoreWork.proceed(push, accepted(push), ahead, hubTime: Self.now)
    #expect(try await store.work(work).isApplied)
  }

  @Test func `where everything is to be read again, nothing leaves before`() async throws {
    let (store, push, next, _) = try await pushing()
    let ahead = try await ahead(of: push, next, in: store)
    let verify = VerifyRequest(head: push.cursor, token: push.token, digest: SpaceDigest())
    #expect(try await store.work(.noteDifference(verify)) == .noted)
    let work = StoreWork.proceed(push, accepted(push), ahead, hubTime: Self.now)
    #expect(try await store.work(work).isApplied)
  }

  @Test func `nothing leaves before it is stamped again, if the clock was far ahead`() async throws
  {
    let (store, push, next, surroundings) = try await pushing()
    surroundings.advance(maxClockDrift * 2)
    var item = try #require(try await store.items().first { $0.title == "Item 9" })
    item.title = "Edited"
    try await store.update(item)
    let ahead = try await ahead(of: push, next, in: store)
    let work = StoreWork.proceed(push, accepted(push), ahead, hubTime: Self.now)
    #expect(try await store.work(work).isApplied)
  }
}

extension SQLiteRepository {
  /// Does a piece of sync's work.
  fileprivate func work(_ work: StoreWork) async throws -> StoreOutcome {
    try await perform(work, limits: limits)
  }
}

/// What a store of these tests takes in one message.
private let limits = SyncLimits(changes: 3, page: 4)

extension StoreOutcome {
  /// Whether a reply was applied, and nothing leaves with it.
  fileprivate var isApplied: Bool {
    if case .applied = self { true } else { false }
  }
}

// MARK: - Waiting

/// Waits until something holds, however long.
///
/// Beside hundreds of other tests on two threads, what takes a millisecond may have to wait for half a minute.
private func until(_ condition: @Sendable () -> Bool) async {
  while !condition() { await Task.yield() }
}

private final class Counter: Sendable {
  private let count = Locked(0)

  var value: Int { count.withLock { $0 } }
  func increase() { count.withLock { $0 += 1 } }
}

/// Does something before each transaction that may write, which gets the number of that.
private final class WaitingStore: ReplicaStore {
  private let base: SQLiteRepository
  private let before: @Sendable (Int) async -> Void
  private let counter = Counter()

  init(_ base: SQLiteRepository, _ before: @escaping @Sendable (Int) async -> Void) {
    self.base = base
    self.before = before
  }

  func readReplica<Value: Sendable>(
    _ body: @escaping @Sendable (any ReplicaTransaction) throws(StorageError) -> Value
  ) async throws(StorageError) -> Value { try await base.readReplica(body) }

  func writeReplica<Value: Sendable>(
    _ body: @escaping @Sendable (any ReplicaTransaction) throws(StorageError) -> Value
  ) async throws(StorageError) -> Value {
    counter.increase()
    await before(counter.value)
    return try await base.writeReplica(body)
  }
}

/// Does something before each request is passed on.
private struct WaitingNetwork: NetworkService {
  private let base: any NetworkService
  private let before: @Sendable (NetworkRequest) async -> Void

  init(
    _ base: any NetworkService,
    _ before: @escaping @Sendable (NetworkRequest) async -> Void
  ) {
    self.base = base
    self.before = before
  }

  func send(_ request: NetworkRequest) async throws(NetworkError) -> NetworkResponse {
    await before(request)
    return try await base.send(request)
  }
}
