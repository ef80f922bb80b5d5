// How many changes go in a push, once the hub has refused some number of them.

import Storage
import Sync
import SyncSimulator
import Testing

@Suite struct BatchTests {
  @Test func `a batch that was halved grows slowly, and in the end is forgotten`() {
    var state = SyncState(remote: "hub", device: 1, session: 1)
    state.growBatch(after: 500, upTo: 500)
    #expect(state.batch == nil)
    state.batch = 250
    state.growBatch(after: 249, upTo: 500)
    #expect(state.batch == 250, "a push below the limit says nothing about it")
    var sizes: [Int] = []
    while let batch = state.batch, sizes.count < 100 {
      sizes.append(batch)
      state.growBatch(after: batch, upTo: 500)
    }
    #expect(sizes == sizes.sorted())
    #expect((8...20).contains(sizes.count))
  }

  @Test func `a hub that takes less than it was offered gets everything all the same`() async throws
  {
    let pair = try Pair.overMemory(limits: SyncLimits(changes: 5))
    for number in 0..<60 { _ = try await pair.first.add("Item \(number)") }
    let engine = try pair.engine(pair.first, limits: SyncLimits(changes: 40))
    let summary = try await engine.sync()
    #expect(summary.pushed == 60)
    #expect(summary.conflicts == 0)
    // Fifteen of four on average, and one in four too large.
    #expect(summary.requests <= 1 + 25)
    try await pair.syncAll()
    try await pair.expectEqual()
  }

  @Test func `one change that is too large for the hub waits in quarantine, the rest flows`()
    async throws
  {
    let pair = try Pair.overMemory(limits: SyncLimits(body: 20_000))
    let big = try await pair.first.add(
      ItemDraft(title: "Big", notes: String(repeating: "x", count: 30_000))
    )
    for number in 0..<5 { _ = try await pair.first.add("Item \(number)") }
    let summary = try await pair.engine(pair.first).sync()
    #expect(summary.pushed == 5)
    #expect(summary.conflicts == 1)
    let conflicts = try await pair.first.syncStatus().conflicts
    #expect(conflicts.map(\.item) == [big.id])
    #expect(conflicts.map(\.reason) == ["too large"])
    // Once it is small enough, it is taken, and nothing is left of that.
    try await pair.first.setNotes("short", of: big.id)
    #expect(try await pair.engine(pair.first).sync().conflicts == 0)
    try await pair.syncAll()
    try await pair.expectEqual()
  }

  @Test func `what is too large is not sent again when somebody else edits the item`() async throws
  {
    let pair = try Pair.overMemory(limits: SyncLimits(body: 20_000))
    let item = try await pair.first.add("Item")
    try await pair.syncAll()
    try await pair.first.setNotes(String(repeating: "x", count: 30_000), of: item.id)
    #expect(try await pair.engine(pair.first).sync().conflicts == 1)
    var renamed = try #require(try await pair.second.item(item.id))
    renamed.title = "Renamed"
    try await pair.second.update(renamed)
    _ = try await pair.engine(pair.second).sync()
    let summary = try await pair.engine(pair.first).sync()
    #expect(summary.pulled == 1 && summary.requests == 1 && summary.conflicts == 1)
    #expect(try await pair.first.item(item.id)?.title == "Renamed")
  }

  @Test func `rows that were lost come in answers of a page's size, and the rest is sent again`()
    async throws
  {
    let limits = SyncLimits(body: 20_000)
    let surroundings = TestSurroundings()
    let hub = Hub(store: MemoryHubStore(), environment: surroundings.hub(limits: limits))
    let pair = try Pair { _ in InProcessNetworkService(hub) }
    let notes = String(repeating: "x", count: 3_000)
    for number in 0..<40 {
      try await pair.first.add(ItemDraft(title: "Item \(number)", notes: notes))
    }
    try await pair.syncAll()
    for (store, tag) in [(pair.first, "one"), (pair.second, "two")] {
      for var item in try await store.items() {
        item.tags.insert(tag)
        try await store.update(item)
      }
    }
    let first = try pair.engine(pair.first)
    // Small changes, of which all are lost: the rows are a hundred times as large.
    let service = OvertakenNetworkService(pair.service) { _ = try? await first.sync() }
    let summary = try await pair.engine(pair.second, over: service).sync()
    #expect(summary.pushed == 40)
    try await pair.syncAll()
    try await pair.expectEqual()
    #expect(try await pair.first.items().allSatisfy { $0.tags == ["one", "two"] })
    #expect(service.largest.withLock { $0 } <= limits.body)
  }

  @Test func `a hub that has no room left still sends what it has`() async throws {
    let surroundings = TestSurroundings()
    let store = FailingHubStore(MemoryHubStore())
    let service = InProcessNetworkService(Hub(store: store, environment: surroundings.hub()))
    let pair = try Pair { _ in service }
    _ = try await pair.first.add("Milk")
    _ = try await pair.engine(pair.first).sync()
    store.isFull = true
    surroundings.advance(2 * HubEnvironment.defaultPurgeInterval)
    _ = try await pair.second.add("Bread")
    let error = try await #require(throws: SyncError.self) {
      _ = try await pair.engine(pair.second).sync()
    }
    #expect(error.code == .quota)
    #expect(try await pair.second.items().count == 2)
    store.isFull = false
    try await pair.syncAll()
    try await pair.expectEqual()
  }
}

extension SQLiteRepository {
  fileprivate func setNotes(_ notes: String, of id: ItemID) async throws {
    var item = try #require(try await item(id))
    item.notes = notes
    try await update(item)
  }
}

/// Weighs the answers, and lets something happen before the first push.
private final class OvertakenNetworkService: NetworkService {
  let largest = Locked(0)
  private let base: any NetworkService
  private let others: Locked<(@Sendable () async -> Void)?>

  init(_ base: any NetworkService, _ others: @escaping @Sendable () async -> Void) {
    self.base = base
    self.others = Locked(others)
  }

  func send(_ request: NetworkRequest) async throws(NetworkError) -> NetworkResponse {
    if request.path.hasSuffix("/push") {
      let others = others.withLock { others in
        defer { others = nil }
        return others
      }
      await others?()
    }
    let response = try await base.send(request)
    largest.withLock { $0 = max($0, response.body.count) }
    return response
  }
}
