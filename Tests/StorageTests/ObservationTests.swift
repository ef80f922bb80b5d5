import Foundation
import StorageTesting
import TemporaryFolders
import Testing

@testable import Storage

@Suite struct `Observing a store` {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Two openings of one file, which share nothing but the file, as two processes do.
  private func twoOpenings(
    of kind: String
  ) throws -> (any ItemRepository & ReplicaStore, any ItemRepository & ReplicaStore) {
    let location = StoreLocation(folder.file("store.\(kind)"))
    return (try location.open(), try location.open())
  }

  @Test(arguments: ["sqlite", "json"])
  func `another opening's commits are told`(_ kind: String) async throws {
    let (here, there) = try twoOpenings(of: kind)
    var counts = here.observeCount().makeAsyncIterator()
    #expect(try await counts.next() == 0)
    for count in 1...5 {
      try await there.add("Item \(count)")
      #expect(try await counts.next() == count)
    }
    await here.close()
    await there.close()
  }

  @Test(arguments: ["sqlite", "json"])
  func `what two openings write at once is all told in the end`(_ kind: String) async throws {
    let (here, there) = try twoOpenings(of: kind)
    async let last = {
      var last = 0
      for try await count in here.observeCount() {
        last = count
        if count == 40 { break }
      }
      return last
    }()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for store in [here, there] {
        group.addTask {
          for index in 0..<20 { try await store.add("Item \(index)") }
        }
      }
      try await group.waitForAll()
    }
    #expect(try await last == 40)
  }

  @Test
  func `an edit by hand is told`() async throws {
    let path = folder.file("store.json")
    let store = try JSONFileRepository(at: path)
    try await store.add("Buy milk")
    var pages = store.observe().makeAsyncIterator()
    #expect(try await pages.next()?.items.map(\.title) == ["Buy milk"])
    let text = String(decoding: try folder.read("store.json"), as: UTF8.self)
    let edited = text.replacingOccurrences(of: "Buy milk", with: "Buy oat milk")
    _ = try folder.write(edited.utf8, to: "store.json")
    #expect(try await pages.next()?.items.map(\.title) == ["Buy oat milk"])
  }

  @Test
  func `a file that is malformed for a while ends no observation`() async throws {
    let path = folder.file("store.json")
    let store = try JSONFileRepository(at: path)
    try await store.add("Buy milk")
    var counts = store.observeCount().makeAsyncIterator()
    #expect(try await counts.next() == 1)
    let whole = try folder.read("store.json")
    _ = try folder.write(whole.dropLast(20), to: "store.json")
    await #expect(throws: StorageError.self) { try await store.count(.all) }
    _ = try folder.write(whole, to: "store.json")
    try await store.add("Buy bread")
    #expect(try await counts.next() == 2)
  }

  @Test
  func `commits made here are told with their items, and once`() async throws {
    let store = try SQLiteRepository(at: folder.file("store.sqlite"))
    var changes = store.changes().makeAsyncIterator()
    #expect(await changes.next() == .everything)
    for title in ["one", "two", "three"] {
      let item = try await store.add(title)
      #expect(await changes.next() == .items([item.id]))
    }
    let both = try await store.write { transaction throws(StorageError) in
      [
        try transaction.add(ItemDraft(title: "four")).id,
        try transaction.add(ItemDraft(title: "five")).id,
      ]
    }
    #expect(await changes.next() == .items(Set(both)))
  }

  @Test
  func `undoing and redoing is told as well`() async throws {
    let store = try SQLiteRepository(at: folder.file("store.sqlite"))
    var counts = store.observeCount().makeAsyncIterator()
    #expect(try await counts.next() == 0)
    try await store.add("one")
    #expect(try await counts.next() == 1)
    try await store.undo()
    #expect(try await counts.next() == 0)
    try await store.redo()
    #expect(try await counts.next() == 1)
  }

  @Test
  func `a write of more items than a notice names changes everything`() async throws {
    let store = try SQLiteRepository.inMemory()
    var changes = store.changes().makeAsyncIterator()
    _ = await changes.next()
    let drafts = Fixture.large(count: ChangeNotice.maxItems + 1, seed: 1).drafts
    try await store.write { transaction throws(StorageError) in
      for draft in drafts { try transaction.add(draft) }
    }
    #expect(await changes.next() == .everything)
  }

  @Test
  func `who comes while a write is under way is told of it`() async throws {
    let store = try SQLiteRepository(at: folder.file("store.sqlite"))
    let (started, start) = AsyncStream<Void>.makeStream()
    let observed = DispatchSemaphore(value: 0)
    async let written = store.write { transaction throws(StorageError) in
      try transaction.add(ItemDraft(title: "late"))
      start.finish()
      observed.wait()
    }
    for await _ in started {}
    var counts = store.observeCount().makeAsyncIterator()
    #expect(try await counts.next() == 0)
    observed.signal()
    try await written
    #expect(try await counts.next() == 1)
  }

  @Test
  func `who observes a store that cannot be opened goes on once it can`() async throws {
    let path = folder.file("later/store.sqlite")
    let store = try #require(
      StoreLocation.sqlite(path: path).repository() as? DisconnectedRepository
    )
    var changes = store.changes().makeAsyncIterator()
    #expect(await changes.next() == .everything)
    await #expect(throws: StorageError.self) {
      var answers = store.observe().makeAsyncIterator()
      _ = try await answers.next()
    }
    try folder.makeFolder("later")
    try store.reopen()
    #expect(await changes.next() == .everything)
    let item = try await store.add("one")
    #expect(await changes.next() == .items([item.id]))
    await store.close()
    #expect(await changes.next() == nil)
  }

  @Test
  func `a store that never opened ends its observers when it is closed`() async throws {
    let store = StoreLocation.sqlite(path: folder.file("none/store.sqlite")).repository()
    var changes = store.changes().makeAsyncIterator()
    #expect(await changes.next() == .everything)
    await store.close()
    #expect(await changes.next() == nil)
  }
}
