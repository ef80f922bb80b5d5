import Foundation
import Storage
import StorageTesting
import Testing

private struct Bookmark: ItemRecord, Equatable {
  static let kind = "bookmark"
  var title: String
  var url: URL
  var tags: Set<String> = []
  var due: DayOrInstant?
  var status: Status = .open
  var visits = 0
  var comment: String?
}

/// A type with names of its own for the parts, and an id.
private struct Book: ItemRecord, Equatable, Identifiable {
  static let kind = "book"
  static let parts: [String: ItemPart] = [
    "id": .id, "shelfmark": .number, "name": .title, "shelf": .list, "status": .notes,
  ]
  var id: ItemID?
  var shelfmark: Int?
  var name: String
  var shelf: String
  var status: String
  var tags: [String] = []
}

private struct Untitled: ItemRecord {
  static let kind = "untitled"
  var length: Int
}

@Suite struct `Records of a tool's own type` {
  private let url = URL(filePath: "/somewhere")

  private func withRepository(
    _ backend: RepositoryContract.Backend,
    _ body: @escaping @Sendable (any ItemRepository) async throws -> Void
  ) async throws {
    try await ContractCheck("records", on: body).run(on: backend)
  }

  @Test(arguments: RepositoryContract.Backend.all)
  func `a record is added, found, changed and deleted`(
    backend: RepositoryContract.Backend
  ) async throws {
    let url = url
    try await withRepository(backend) { repository in
      let bookmarks = repository.records(of: Bookmark.self)
      let first = Bookmark(title: "Swift", url: url, tags: ["language"], comment: "good")
      var stored = try await bookmarks.add(first)
      #expect(stored.record == first)
      #expect(stored.item.kind == "bookmark")
      #expect(stored.item.title == "Swift")
      #expect(stored.item.tags == ["language"])
      #expect(Set(stored.item.attributes.keys) == ["url", "visits", "comment"])
      #expect(try await bookmarks.record(stored.id) == stored)
      #expect(try await bookmarks.record(number: stored.item.number)?.title == "Swift")

      stored.visits += 1
      stored.status = .done
      stored.comment = nil
      stored = try await bookmarks.update(stored)
      #expect(stored.item.status == .done && stored.item.completedAt != nil)
      #expect(stored.item.attributes["comment"] == nil)
      #expect(try await bookmarks.record(stored.id)?.record == stored.record)

      let again = try await bookmarks.update(stored.id) { $0.visits += 10 }
      #expect(again.visits == 11)
      try await bookmarks.delete(stored.id)
      #expect(try await bookmarks.record(stored.id) == nil)
    }
  }

  @Test(arguments: RepositoryContract.Backend.all)
  func `items of other kinds are neither seen nor touched`(
    backend: RepositoryContract.Backend
  ) async throws {
    let url = url
    try await withRepository(backend) { repository in
      let bookmarks = repository.records(of: Bookmark.self)
      let item = try await repository.add(ItemDraft(title: "Swift", tags: ["a"]))
      let added = try await bookmarks.add(contentsOf: [
        Bookmark(title: "Swift", url: url, tags: ["a"]),
        Bookmark(title: "Rust", url: url, tags: ["b"]),
      ])
      #expect(try await bookmarks.records(for: ItemQuery(.tags(.all, ["a"]))) == [added[0]])
      #expect(try await bookmarks.count() == 2)
      #expect(try await bookmarks.count(.text("swift") || .text("rust")) == 2)
      let best = ItemQuery(.text("rust"), sort: [.ascending(.relevance)])
      #expect(try await bookmarks.records(for: best).map(\.id) == [added[1].id])
      #expect(try await bookmarks.record(item.id) == nil)
      for isDeletion in [true, false] {
        let error = await #expect(throws: StorageError.self) {
          if isDeletion {
            try await bookmarks.delete(item.id)
          } else {
            try await bookmarks.update(item.id) { $0.visits = 1 }
          }
        }
        #expect(error?.code == .notFound)
      }
      #expect(try await repository.item(item.id) == item)
      let page = try await bookmarks.page(for: ItemQuery(sort: [.ascending(.number)], limit: 1))
      #expect(page.records.map(\.id) == [added[0].id] && page.next != nil)
    }
  }

  @Test func `what a record does not change stays as others left it`() async throws {
    let repository = try SQLiteRepository.inMemory()
    let bookmarks = repository.records(of: Bookmark.self)
    var mine = try await bookmarks.add(Bookmark(title: "old", url: url))
    var item = mine.item
    item.title = "theirs"
    item.attributes["rating"] = 5
    try await repository.update(item)
    mine.visits = 3
    mine = try await bookmarks.update(mine)
    #expect(mine.title == "theirs" && mine.visits == 3)
    #expect(mine.item.attributes["rating"] == 5)
  }

  @Test func `a type may call the parts by names of its own`() async throws {
    let books = try SQLiteRepository.inMemory().records(of: Book.self)
    let book = Book(name: "Emma", shelf: "novels", status: "lent", tags: ["b", "a"])
    let stored = try await books.add(book)
    #expect(stored.item.title == "Emma" && stored.item.list == "novels")
    #expect(stored.item.notes == "lent" && stored.item.status == .open)
    #expect(stored.item.attributes == ["tags": ["b", "a"]])
    #expect(stored.record.id == stored.item.id && stored.record.shelfmark == 1)
    let error = await #expect(throws: StorageError.self) { try await books.add(stored.record) }
    #expect(error?.code == .alreadyExists)
  }

  @Test func `a type without a title is refused in words`() async throws {
    let records = try SQLiteRepository.inMemory().records(of: Untitled.self)
    let error = await #expect(throws: StorageError.self) { try await records.add(.init(length: 1)) }
    #expect(error?.code == .invalidItem)
    #expect(error?.message.contains("no title") == true)
  }

  @Test func `an item that does not fit the type is named`() async throws {
    let repository = try SQLiteRepository.inMemory()
    let item = try await repository.add(
      ItemDraft(kind: "bookmark", title: "x", attributes: ["url": 1])
    )
    let bookmarks = repository.records(of: Bookmark.self)
    let error = await #expect(throws: StorageError.self) { try await bookmarks.query() }
    #expect(error?.code == .attributeMismatch)
    #expect(error?.message.contains("Item 1 (\(item.id)) cannot be read as Bookmark") == true)
    #expect(error?.message.contains("at 'url': expected a URL") == true)
  }

  @Test func `several records are one transaction`() async throws {
    let repository = try SQLiteRepository.inMemory()
    let bookmarks = repository.records(of: Bookmark.self)
    let url = url
    await #expect(throws: StorageError.self) {
      try await bookmarks.write { records throws(StorageError) in
        try records.add(Bookmark(title: "kept?", url: url))
        #expect(try records.count() == 1)
        try records.add(Bookmark(title: "", url: url))
      }
    }
    #expect(try await bookmarks.count() == 0)
  }
}
