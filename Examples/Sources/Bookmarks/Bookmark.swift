public import Foundation
public import Storage

/// A page to come back to; kept as an item of the kind "bookmark".
public struct Bookmark: ItemRecord, Equatable {
  /// The kind of the items that are bookmarks.
  public static let kind = "bookmark"

  /// What the page is called; the item's title.
  public var title: String
  /// Where it is; an attribute, found by an index.
  public var url: URL
  /// Words to find it by; the item's tags.
  public var tags: Set<String>
  /// What is to be said of it; the item's notes.
  public var notes: String
  /// When it shall be read; the item's due date.
  public var due: DayOrInstant?
  /// How often it was opened; an attribute.
  public var visits: Int

  /// Describes a page that was not visited yet.
  public init(
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
