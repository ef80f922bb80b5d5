import Storage
import Testing

// The blocks of the article "Observing".

func follow(_ store: any ItemRepository, _ show: ([Item]) -> Void) async throws(StorageError) {
  for try await page in store.observe(ItemQuery(.list("boat"), limit: 50)) {
    show(page.items)
  }
}

@Suite struct ObservingArticleTests {
  @Test func `an answer is followed until the store is closed`() async throws {
    let store = try SQLiteRepository.inMemory()
    try await store.add(ItemDraft(title: "Sand", list: "boat"))
    let (answers, answer) = AsyncStream.makeStream(of: [String].self)
    async let end: Void = follow(store) { answer.yield($0.map(\.title)) }
    var iterator = answers.makeAsyncIterator()
    #expect(await iterator.next() == ["Sand"])
    try await store.add("Elsewhere")
    try await store.add(ItemDraft(title: "Paint", list: "boat"))
    #expect(await iterator.next() == ["Sand", "Paint"])
    await store.close()
    try await end
  }

  @Test func `numbers, items and whatever can be read are followed`() async throws {
    let store = try SQLiteRepository.inMemory()
    let item = try await store.add("First")
    let counts = store.observeCount(.status([.open]))
    let one = store.observe(item.id)
    let lists = store.observe { store in
      try await Set(store.items().map(\.list))
    }
    var iterator = counts.makeAsyncIterator()
    #expect(try await iterator.next() == 1)
    try await store.add("Another")
    #expect(try await iterator.next() == 2)
    var ones = one.makeAsyncIterator()
    #expect(try await ones.next() == item)
    var names = lists.makeAsyncIterator()
    #expect(try await names.next() == ["inbox"])
    try await store.delete(item.id)
    #expect(try await ones.next() == .some(nil))
  }

  @Test func `notices say where to look`() async throws {
    let store = try SQLiteRepository.inMemory()
    var notices = store.changes().makeAsyncIterator()
    #expect(await notices.next() == .everything)
    let added = try await store.add("Rig the mast")
    #expect(await notices.next() == .items([added.id]))
    await store.close()
    #expect(await notices.next() == nil)
  }
}
