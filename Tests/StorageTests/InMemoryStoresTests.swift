import Storage
import Testing

@Suite struct `A store in memory by one word` {
  @Test func `is empty, full, or holds a fixture`() async throws {
    let stores: [any ItemRepository] = [.empty, .full, .inMemory(.large(count: 7, seed: 1))]
    var counts: [Int] = []
    for store in stores { counts.append(try await store.count(.all)) }
    #expect(counts == [0, Fixture.full.drafts.underestimatedCount, 7])
  }

  @Test func `is another one each time`() async throws {
    let first: any ItemRepository = .empty
    try await first.add("Milk")
    let second: any ItemRepository = .empty
    #expect(try await first.count(.all) == 1)
    #expect(try await second.count(.all) == 0)
  }

  @Test func `throws its error at each use if it fails`() async throws {
    let store: any ItemRepository = .failing(StorageError(.full, "The disk is full."))
    for _ in 1...2 {
      let error = await #expect(throws: StorageError.self) { try await store.add("Milk") }
      #expect(error?.message == "The disk is full.")
    }
    let standard: any ItemRepository = .failing()
    let error = await #expect(throws: StorageError.self) { try await standard.count(.all) }
    #expect(error?.code == .cannotOpen)
  }
}

@Suite struct `A store that is opened as it is made` {
  @Test func `is opened once if that succeeds`() async throws {
    let opened = Locked(0)
    let store = DisconnectedRepository(opening: { () throws(StorageError) in
      opened.withLock { $0 += 1 }
      return try SQLiteRepository.inMemory()
    })
    try await store.add("Milk")
    try store.reopen()
    #expect(try await store.count(.all) == 1)
    #expect(opened.withLock { $0 } == 1)
  }

  @Test func `throws the error of opening at each use, until it is opened again`() async throws {
    let isThere = Locked(false)
    let store = DisconnectedRepository(opening: { () throws(StorageError) in
      guard isThere.withLock({ $0 }) else { throw StorageError(.cannotOpen, "There is no disk.") }
      return try SQLiteRepository.inMemory()
    })
    let error = await #expect(throws: StorageError.self) { try await store.count(.all) }
    #expect(error?.message == "There is no disk.")
    #expect(throws: StorageError.self) { try store.reopen() }
    isThere.withLock { $0 = true }
    try store.reopen()
    #expect(try await store.count(.all) == 0)
  }
}
