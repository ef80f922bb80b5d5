import Testing

@testable import Storage

@Suite struct DeletedTextsTests {
  /// How many sessions were opened: each draws a random number for its clock.
  private let sessions = Counter()

  private final class Counter: Sendable {
    private let count = Locked(0)
    var value: Int { count.withLock { $0 } }
    func next() -> UInt64 {
      count.withLock { count in
        count += 1
        return UInt64(count)
      }
    }
  }

  private func store(deleted count: Int) async throws -> (SQLiteRepository, [ItemID]) {
    let environment = StoreEnvironment(now: StoreEnvironment.live.now, random: sessions.next)
    let store = try SQLiteRepository.inMemory(.empty, environment: environment)
    let ids = try await store.write { transaction throws(StorageError) in
      var ids: [ItemID] = []
      for number in 0..<count {
        // With an id of its own, no item draws a number.
        let draft = ItemDraft(id: ItemID(high: 7, low: UInt64(number)), title: "Bread \(number)")
        ids.append(try transaction.add(draft).id)
      }
      for id in ids { try transaction.delete(id) }
      return ids
    }
    return (store, ids)
  }

  private let query = ItemQuery(.text("bread"), sort: [.ascending(.number)], scope: .deleted)

  @Test func `the words of deleted items are read once for all pages`() async throws {
    let (store, ids) = try await store(deleted: 40)
    let before = sessions.value
    var found: [ItemID] = []
    for try await page in store.pages(of: query, size: 3) { found += page.map(\.id) }
    #expect(found == ids)
    #expect(sessions.value - before == 1)
    for try await _ in store.pages(of: query, size: 3) {}
    #expect(sessions.value - before == 2, "nothing is kept behind the last page")
  }

  @Test func `what is restored or deleted between two pages is seen`() async throws {
    let (store, ids) = try await store(deleted: 6)
    var pages = store.pages(of: query, size: 2).makeAsyncIterator()
    _ = try await pages.next()
    try await store.write { transaction throws(StorageError) in
      _ = try transaction.restore(ids[2])
      let late = ItemDraft(id: ItemID(high: 8, low: 0), title: "Late bread")
      try transaction.delete(transaction.add(late).id)
    }
    var found: [ItemID] = []
    while let page = try await pages.next() { found += page.map(\.id) }
    #expect(found == ids[3...] + [ItemID(high: 8, low: 0)])
  }
}
