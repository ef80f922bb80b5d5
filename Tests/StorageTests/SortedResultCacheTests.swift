import CSQLite
import Foundation
import TemporaryFolders
import Testing

@testable import Storage

/// Queries whose answers SQLite has to gather before it gives the first item.
private let queries: [ItemQuery] = [
  ItemQuery(),
  ItemQuery(sort: [.descending(.title)]),
  // The index has the priority between these two.
  ItemQuery(.status([.open]), sort: [.ascending(.due)]),
  ItemQuery(.tags(.any, ["odd", "third"]), sort: [.ascending(.number)]),
  ItemQuery(.text("thing")),
  ItemQuery(.text("thing"), sort: [.ascending(.relevance)]),
  ItemQuery(.not(.text("5")), sort: [.descending(.created), .ascending(.title)]),
]

@Suite struct `Pages of gathered answers` {
  private let folder: TemporaryFolder
  private let store: SQLiteRepository

  init() async throws {
    folder = try TemporaryFolder()
    store = try SQLiteRepository(
      at: folder.file("items.sqlite"),
      options: StoreOptions(sqlite: SQLiteOptions(durability: .normal))
    )
    try await store.write { transaction throws(StorageError) in
      try transaction.addThings(300)
    }
  }

  @Test(arguments: queries.indices)
  func `pages together are the whole answer`(index: Int) async throws {
    let whole = try await store.items(queries[index])
    var paged: [Item] = []
    for try await page in store.pages(of: queries[index], size: 7) { paged += page }
    #expect(whole.count > 7)
    #expect(paged == whole)
  }

  // By relevance alone another's edit moves every item.
  @Test(arguments: queries.indices.filter { queries[$0].sort != [.ascending(.relevance)] })
  func `every page sees what others have committed`(index: Int) async throws {
    var query = queries[index]
    query.limit = 20
    let first = try await store.page(query)
    query.after = first.next
    let second = try await store.page(query)
    query.after = second.next
    // One of this connection's pool and one of another opening of the file.
    let other = try SQLiteRepository(at: folder.file("items.sqlite"))
    let gone = try await store.page(query).items.prefix(2)
    try await store.write { transaction throws(StorageError) in
      _ = try transaction.delete(gone[0].id)
    }
    try await other.write { transaction throws(StorageError) in
      _ = try transaction.delete(gone[1].id)
    }
    let third = try await store.page(query)
    #expect(third.items.count == 20)
    #expect(!third.items.contains { $0.id == gone[0].id || $0.id == gone[1].id })
    query.limit = nil
    query.after = nil
    let whole = try await other.items(query)
    #expect(whole[40..<60].map(\.id) == third.items.map(\.id))
  }

  @Test func `two answers read by turns are not mixed up`() async throws {
    var iterators = queries.map { store.pages(of: $0, size: 11).makeAsyncIterator() }
    var read = queries.map { _ in [Item]() }
    for _ in 0..<40 {
      for index in queries.indices { read[index] += try await iterators[index].next() ?? [] }
    }
    for index in queries.indices { #expect(try await store.items(queries[index]) == read[index]) }
  }

  @Test func `what a rolled back transaction paged through is forgotten`() async throws {
    struct Stop: Error {}
    let query = ItemQuery(sort: [.ascending(.title)], limit: 10)
    let next = try #require(try await store.page(query).next)
    var behind = query
    behind.after = next
    let before = try await store.page(behind)
    await #expect(throws: StorageError.self) {
      try await store.write { [behind] transaction throws(StorageError) in
        for item in before.items { _ = try transaction.delete(item.id) }
        #expect(try transaction.page(behind).items.first != before.items.first)
        throw StorageError(.misuse, "stop")
      }
    }
    #expect(try await store.page(behind) == before)
  }

  @Test(arguments: queries.indices)
  func `all pages together cost about as much as the whole`(index: Int) throws {
    let session = try SQLiteSession.openInMemory(environment: .live)
    try session.write(as: .write) { transaction throws(StorageError) in
      try transaction.addThings(2_000)
    }
    var query = queries[index]
    let whole = try session.work { try session.page(query).items.count }
    query.limit = 20
    let paged = try session.work {
      var count = 0
      repeat {
        let page = try session.page(query)
        count += page.items.count
        query.after = page.next
      } while query.after != nil
      return count
    }
    #expect(whole.value == paged.value)
    // A hundred pages that each gathered the whole would cost thirty times as much and more.
    #expect(paged.steps < whole.steps * 5)
  }
}

@Suite struct `Frequent words` {
  @Test(arguments: [1, 2, 63, 64, 65, 1_000])
  func `are found in the order of the list, however many items hold them`(every: Int) throws {
    let session = try SQLiteSession.openInMemory(environment: .live)
    try session.write(as: .write) { transaction throws(StorageError) in
      for number in 1...4_000 {
        let words = number % every == 0 ? "frequent word" : "other"
        var draft = ItemDraft(title: "Thing \(number), \(words)")
        draft.due =
          number % 7 == 0 ? nil : .instant(Date(millisecondsSince1970: Int64(number * 37 % 911)))
        if number % 5 == 0 { draft.status = .done }
        _ = try transaction.add(draft)
      }
    }
    let filter = ItemFilter.and([.status([.open]), .text("frequ"), .text("word")])
    let query = ItemQuery(filter, limit: 20)
    #expect(try session.walksAlongDueIndex(query) == (every <= 64))
    let all = try session.page(ItemQuery(filter)).items
    #expect(try session.page(query).items == Array(all.prefix(20)))
    // The walk is for pages, for the index's order and for open items alone.
    #expect(try !session.walksAlongDueIndex(ItemQuery(filter)))
    #expect(
      try !session.walksAlongDueIndex(ItemQuery(filter, sort: [.ascending(.title)], limit: 20))
    )
    #expect(try !session.walksAlongDueIndex(ItemQuery(.text("frequent"), limit: 20)))
  }
}

extension ItemTransaction {
  fileprivate func addThings(_ count: Int) throws(StorageError) {
    for number in 1...count {
      var draft = ItemDraft(title: "Thing \(number * 7919 % 1_009)")
      draft.notes = String(repeating: "thing ", count: number % 4)
      draft.priority = Priority(rawValue: number % 4) ?? .none
      draft.due =
        number % 3 == 0 ? nil : .instant(Date(millisecondsSince1970: Int64(number * 37 % 911)))
      draft.tags = Set(
        [number % 2 == 1 ? "odd" : nil, number % 3 == 0 ? "third" : nil].compactMap { $0 }
      )
      if number % 5 == 0 { draft.status = .done }
      _ = try add(draft)
    }
  }
}

extension SQLiteSession {
  /// What a body gives, and how many hundreds of SQLite's instructions it took.
  fileprivate func work(_ body: () throws -> Int) rethrows -> (value: Int, steps: Int) {
    var steps = 0
    return try unsafe withUnsafeMutablePointer(to: &steps) { counter in
      unsafe sqlite3_progress_handler(
        connection.handle,
        100,
        { counter in
          unsafe counter?.assumingMemoryBound(to: Int.self).pointee += 1
          return 0
        },
        counter
      )
      defer { unsafe sqlite3_progress_handler(connection.handle, 0, nil, nil) }
      return (try body(), unsafe counter.pointee)
    }
  }
}
