import Storage
import Testing

/// An app's own errors.
private enum ShelfError: Error, Equatable {
  case full
  case empty(list: String)
}

/// Call sites as programs have them; that they compile is half of what is tested.
@Suite struct WriteCallSiteTests {
  private let store: any ItemRepository

  init() throws { store = try SQLiteRepository.inMemory() }

  // MARK: - Bodies that throw what transactions throw

  @Test func `bodies of one line need no type of error`() async throws {
    try await store.write { try $0.add(ItemDraft(title: "Ignored")) }
    let item = try await store.write { try $0.add(ItemDraft(title: "Kept")) }
    let count = try await store.write { transaction in try transaction.count(.all) }
    try await store.write { try $0.delete(item.id) }
    let found: Item? = try await store.write { try $0.item(item.id) }
    #expect(count == 2 && found == nil)
    let one = try await store.write { _ in 1 }
    try await store.write { _ in }
    #expect(one == 1)
  }

  @Test func `bodies of several statements need no type of error`() async throws {
    try await store.write { transaction in
      let item = try transaction.add(ItemDraft(title: "Milk"))
      try transaction.delete(item.id)
      try transaction.restore(item.id)
    }
    let titles = try await store.write { transaction in
      for number in 1...3 { try transaction.add(ItemDraft(title: "Item \(number)")) }
      let items = try transaction.page(ItemQuery(sort: [.ascending(.title)])).items
      return items.map(\.title)
    }
    #expect(titles == ["Item 1", "Item 2", "Item 3", "Milk"])
  }

  @Test func `a function that throws anything passes on what a body throws`() async throws {
    func move(_ id: ItemID, to list: String) async throws -> Item {
      try await store.write { transaction in
        guard var item = try transaction.item(id) else { throw ShelfError.empty(list: list) }
        item.list = list
        return try transaction.update(item)
      }
    }
    let item = try await store.add("Milk")
    #expect(try await move(item.id, to: "shop").list == "shop")
    await #expect(throws: ShelfError.empty(list: "shop")) {
      try await move(ItemID(high: 7, low: 7), to: "shop")
    }
  }

  @Test func `an error of the store comes back as one, with its code`() async throws {
    let missing = ItemID(high: 7, low: 7)
    let thrown = await #expect(throws: StorageError.self) {
      try await store.write { transaction in
        try transaction.add(ItemDraft(title: "Before"))
        try transaction.delete(missing)
      }
    }
    #expect(thrown?.code == .notFound)
    let again = await #expect(throws: StorageError.self) {
      try await store.write { transaction in
        do {
          try transaction.delete(missing)
        } catch let error as StorageError where error.code == .notFound {
          throw StorageError(.misuse, "There is nothing to delete.", cause: error)
        }
      }
    }
    #expect(again?.code == .misuse && (again?.cause as? StorageError)?.code == .notFound)
    #expect(try await store.count(.all) == 0)
  }

  // MARK: - Typed functions

  @Test func `a body that says what it throws keeps the call typed`() async throws {
    func add(_ titles: [String]) async throws(StorageError) -> Int {
      try await store.write { transaction throws(StorageError) in
        for title in titles { try transaction.add(ItemDraft(title: title)) }
        guard try transaction.count(.all) > 0 else { throw StorageError(.aborted, "Nothing.") }
        return titles.count
      }
    }
    #expect(try await add(["A", "B"]) == 2)
    do throws(StorageError) {
      try await store.write { transaction throws(StorageError) in
        try transaction.add(ItemDraft(title: "C"))
        throw StorageError(.aborted, "Not now.")
      }
      Issue.record("the write did not throw")
    } catch {
      #expect(error.code == .aborted && error.cause == nil)
    }
    do throws(StorageError) {
      // A body that throws nothing is typed as well.
      let three = try await store.write { _ in 3 }
      #expect(three == 3)
    } catch {
      Issue.record(error)
    }
    #expect(try await store.count(.all) == 2)
  }

  @Test func `a body may handle the store's errors in a typed block of its own`() async throws {
    try await store.write { transaction in
      do throws(StorageError) {
        try transaction.delete(ItemID(high: 7, low: 7))
      } catch {
        guard error.code == .notFound else { throw ShelfError.full }
      }
      try transaction.add(ItemDraft(title: "Kept"))
    }
    #expect(try await store.count(.all) == 1)
  }

  @Test func `a closure that is held takes the form of its type`() async throws {
    let typed: @Sendable (any ItemTransaction) throws(StorageError) -> Int = {
      transaction throws(StorageError) in try transaction.count(.all)
    }
    let any: @Sendable (any ItemTransaction) throws -> Int = { try $0.count(.all) }
    let count = try await store.write(typed) + store.write(any)
    #expect(count == 0)
  }

  // MARK: - Bodies that throw errors of their own

  @Test func `an own error comes back as it is from a concrete, a generic and any repository`()
    async throws
  {
    func fill(_ store: some ItemRepository) async throws {
      try await store.write { transaction in
        try transaction.add(ItemDraft(title: "Too many"))
        throw ShelfError.full
      }
    }
    let concrete = try SQLiteRepository.inMemory()
    await #expect(throws: ShelfError.full) { try await fill(concrete) }
    await #expect(throws: ShelfError.full) {
      try await concrete.write { transaction in
        try transaction.add(ItemDraft(title: "Too many"))
        throw ShelfError.full
      }
    }
    await #expect(throws: ShelfError.full) {
      try await store.write { _ in throw ShelfError.full }
    }
    #expect(try await concrete.count(.all) == 0)
  }

  @Test func `cancelling keeps nothing, whatever the body throws`() async throws {
    let store = store
    let task = Task {
      unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
      return try await store.write { transaction in
        try transaction.add(ItemDraft(title: "Milk"))
        try Task.checkCancellation()
        throw ShelfError.full
      }
    }
    await #expect(throws: (any Error).self) { try await task.value }
    #expect(try await store.count(.all) == 0)
  }
}

// MARK: - Records and observations

private struct Book: ItemRecord {
  static let kind = "book"
  var title: String
  var pages = 0
}

@Suite struct RecordCallSiteTests {
  private let books: ItemRecords<Book>

  init() throws { books = try SQLiteRepository.inMemory().records(of: Book.self) }

  @Test func `records are written and changed without a type of error`() async throws {
    try await books.write { try $0.add(Book(title: "Ignored")) }
    let added = try await books.write { records in
      let first = try records.add(Book(title: "One"))
      try records.add(Book(title: "Two"))
      return first
    }
    try await books.update(added.id) { $0.pages += 1 }
    let changed = try await books.update(added.id) { book in
      book.pages += 1
      book.title = "One more"
    }
    #expect(changed.pages == 2 && changed.title == "One more")
    #expect(try await books.count() == 3)
  }

  @Test func `a record's own error comes back as it is, and nothing is changed`() async throws {
    let book = try await books.add(Book(title: "One"))
    await #expect(throws: ShelfError.full) {
      try await books.update(book.id) { book in
        book.pages = 9
        guard book.pages < 9 else { throw ShelfError.full }
      }
    }
    await #expect(throws: ShelfError.full) {
      try await books.write { records in
        try records.delete(book.id)
        throw ShelfError.full
      }
    }
    #expect(try await books.record(book.id)?.pages == 0)
    let missing = ItemID(high: 7, low: 7)
    let error = await #expect(throws: StorageError.self) {
      try await books.update(missing) { $0.pages += 1 }
    }
    #expect(error?.code == .notFound)
  }

  @Test func `records keep typed calls typed`() async throws {
    func count(_ id: ItemID) async throws(StorageError) -> Int {
      let book = try await books.update(id) { book throws(StorageError) in book.pages += 1 }
      return try await books.write { records throws(StorageError) in
        try records.record(book.id)?.pages ?? 0
      }
    }
    let book = try await books.add(Book(title: "One"))
    #expect(try await count(book.id) == 1)
  }

  @Test func `what is observed may throw anything`() async throws {
    let store = try SQLiteRepository.inMemory()
    let titles = store.observe { store in
      let items = try await store.items()
      guard items.count < 2 else { throw ShelfError.full }
      return items.map(\.title)
    }
    var iterator = titles.makeAsyncIterator()
    #expect(try await iterator.next() == [])
    try await store.add("One")
    #expect(try await iterator.next() == ["One"])
    try await store.add("Two")
    do {
      _ = try await iterator.next()
      Issue.record("the observation did not throw")
    } catch {
      #expect(error as? ShelfError == .full)
    }
    #expect(try await iterator.next() == nil)
  }
}

// MARK: - A store that fails

@Suite struct FailingRepositoryTests {
  private let error = StorageError(.full, "The disk is full.")

  @Test func `a failing repository throws what it was given, at each use`() async throws {
    let store = DisconnectedRepository(failing: error)
    let uses: [@Sendable (DisconnectedRepository) async throws -> Void] = [
      { _ = try await $0.items() },
      { try await $0.add("Milk") },
      { _ = try await $0.write { try $0.add(ItemDraft(title: "Milk")) } },
      { try await $0.write { _ in throw ShelfError.full } },
      { try await $0.undo() },
      { _ = try await $0.check() },
      { _ = try await $0.readReplica { _ throws(StorageError) in 1 } },
      { try $0.reopen() },
    ]
    for use in uses {
      let thrown = await #expect(throws: StorageError.self) { try await use(store) }
      #expect(thrown?.code == .full && thrown?.message == "The disk is full.")
    }
    var notices = store.changes().makeAsyncIterator()
    #expect(await notices.next() == .everything)
    await store.close()
    #expect(await notices.next() == nil)
  }
}
