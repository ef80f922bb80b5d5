import Foundation
import Storage

/// A page to come back to; an item of the kind "bookmark".
package struct Bookmark: ItemRecord, Equatable {
  package static let kind = "bookmark"

  /// What the page is called.
  package var title: String
  /// What there is to say of it.
  package var notes: String
  /// Words to find it by.
  package var tags: Set<String>
  /// When to read it.
  package var due: DayOrInstant?

  /// Where it is: no two bookmarks have the same address.
  package var url: URL
  /// How often it was opened.
  package var visits: Int

  package init(
    title: String,
    url: URL,
    tags: Set<String> = [],
    notes: String = "",
    due: DayOrInstant? = nil
  ) {
    self.title = title
    self.url = url
    self.tags = tags
    self.notes = notes
    self.due = due
    visits = 0
  }
}
