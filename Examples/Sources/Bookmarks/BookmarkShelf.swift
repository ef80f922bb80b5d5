public import Foundation
public import Storage

/// Bookmarks in any repository.
public struct BookmarkShelf: Sendable {
  private let bookmarks: ItemRecords<Bookmark>

  /// How a store of bookmarks on disk is opened: a page is found by its address.
  public static let options = StoreOptions(
    sqlite: SQLiteOptions(attributeIndexes: [AttributeIndex("url", of: Bookmark.self)])
  )

  /// The bookmarks of a repository.
  public init(_ repository: any ItemRepository) {
    bookmarks = repository.records(of: Bookmark.self)
  }

  /// Keeps a page; one that is there already gets the new title, and the tags of both.
  @discardableResult
  public func keep(_ bookmark: Bookmark) async throws -> StoredRecord<Bookmark> {
    try await bookmarks.write { records in
      let known = try records.query(ItemQuery(.attribute("url", is: bookmark.url), limit: 1))
      guard var stored = known.first else { return try records.add(bookmark) }
      stored.title = bookmark.title
      stored.tags.formUnion(bookmark.tags)
      return try records.update(stored)
    }
  }

  /// Counts a visit of a page, if it is kept.
  @discardableResult
  public func visit(_ url: URL) async throws -> StoredRecord<Bookmark>? {
    try await bookmarks.write { records in
      let known = try records.query(ItemQuery(.attribute("url", is: url), limit: 1))
      guard var stored = known.first else { return nil }
      stored.visits += 1
      return try records.update(stored)
    }
  }

  /// The pages with those words in title, notes or tags, the best first.
  public func find(_ words: String) async throws -> [StoredRecord<Bookmark>] {
    try await bookmarks.query(ItemQuery(.text(words), sort: [.ascending(.relevance)]))
  }
}
