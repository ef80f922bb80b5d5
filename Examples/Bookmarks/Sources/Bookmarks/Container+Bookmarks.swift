import ItemContainer
import Registry
import Storage
import Sync

extension Container {
  /// The bookmarks of the store and the hub that the context chooses.
  package var bookmarkShelf: Factory<BookmarkShelf> {
    self { BookmarkShelf(self.itemRepository(), engine: self.syncEngine()) }
  }
}

extension StoreOptions {
  /// A store on disk that finds a page by its address, and the favourites, by an index.
  package static let bookmarks = StoreOptions(
    sqlite: SQLiteOptions(attributeIndexes: [
      AttributeIndex("url", of: Bookmark.self), AttributeIndex("visits", of: Bookmark.self),
    ])
  )
}
