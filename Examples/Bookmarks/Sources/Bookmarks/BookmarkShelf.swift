import Foundation
import Storage
import Sync

/// The bookmarks in a store.
package struct BookmarkShelf: Sendable {
  private let bookmarks: ItemRecords<Bookmark>
  private let engine: SyncEngine

  /// The bookmarks of a repository, and the engine that syncs it.
  package init(_ repository: any ItemRepository, engine: SyncEngine) {
    bookmarks = repository.records(of: Bookmark.self)
    self.engine = engine
  }

  /// Keeps pages; one that is there already gets the new title, and the tags of both.
  @discardableResult
  package func keep(_ pages: [Bookmark]) async throws -> [StoredRecord<Bookmark>] {
    try await bookmarks.upsert(pages, by: \.url) { stored, given in
      stored.title = given.title
      stored.tags.formUnion(given.tags)
    }
  }

  /// Counts a visit of a page, if it is kept.
  @discardableResult
  package func visit(_ url: URL) async throws -> StoredRecord<Bookmark>? {
    try await bookmarks.write { records in
      guard var page = try records.first(\.url == url) else { return nil }
      page.visits += 1
      return try records.update(page)
    }
  }

  /// The pages with these words in title, notes or tags, the best match first.
  package func find(_ words: String) async throws -> [StoredRecord<Bookmark>] {
    try await bookmarks.query(.text(words), sort: .relevance)
  }

  /// The pages that were visited most.
  package func favourites(limit: Int = 10) async throws -> [StoredRecord<Bookmark>] {
    try await bookmarks.query(\.visits > 0, sort: .descending(\.visits), limit: limit)
  }

  /// The pages to read today, and those that were to be read before.
  package func toRead() async throws -> [StoredRecord<Bookmark>] {
    let untilToday = DateRange(until: .today(adding: 1))
    return try await bookmarks.query(.value(of: \.due, in: untilToday), sort: .ascending(\.due))
  }

  /// Brings the pages to the hub, and those of other devices here.
  package func sync() async throws -> SyncSummary {
    try await engine.sync()
  }
}
