/// A type of an embedding tool whose values are kept as items of one kind.
///
/// The type's Codable form says what is kept: keys that name a part of an item become that part, all
/// others become attributes. So a bookmark is searched, sorted, listed and synced as any item is:
///
/// ```swift
/// struct Bookmark: ItemRecord {
///   static let kind = "bookmark"
///   var title: String
///   var url: URL
///   var tags: Set<String> = []
///   var visits = 0
/// }
///
/// let bookmarks = repository.records(of: Bookmark.self)
/// var swift = try await bookmarks.add(Bookmark(title: "Swift", url: url, tags: ["language"]))
/// swift.visits += 1
/// swift = try await bookmarks.update(swift)
/// let read = try await bookmarks.query(ItemQuery(.tags(.all, ["language"])))
/// ```
///
/// How single values look as JSON is told at ``JSONValue/init(encoding:)``. Attributes that the type
/// does not know, as those of a later version of the tool, stay as they are.
public protocol ItemRecord: Codable, Sendable {
  /// The items' ``Item/kind``.
  static var kind: String { get }

  /// Which coding keys are parts of the item; every other one is an attribute.
  ///
  /// By default the keys that are called as the parts are. A type with other names says so, as in
  /// `["name": .title, "labels": .tags]`; some key must be the title.
  static var parts: [String: ItemPart] { get }
}

extension ItemRecord {
  /// Every key that is called as a part is.
  public static var parts: [String: ItemPart] { ItemPart.byName }
}

/// A part of an item that a record's key can stand for; the raw value is its name in JSON.
public enum ItemPart: String, Sendable, Hashable, CaseIterable {
  /// ``Item/id``; read, and taken over when a record is added that has one.
  case id
  /// ``Item/number``; only read.
  case number
  /// ``Item/title``; a string.
  case title
  /// ``Item/notes``; a string.
  case notes
  /// ``Item/status``; a ``Status`` or its name.
  case status
  /// ``Item/priority``; a ``Priority`` or its name.
  case priority
  /// ``Item/list``; a string.
  case list
  /// ``Item/tags``; strings.
  case tags
  /// ``Item/dueAt``; a date or nil.
  case dueAt
  /// ``Item/createdAt``; a date, or nil for now.
  case createdAt
  /// ``Item/updatedAt``; a date, or nil for now.
  case updatedAt
  /// ``Item/completedAt``; a date or nil.
  case completedAt

  /// Every part under its name in JSON.
  public static let byName: [String: ItemPart] = Dictionary(
    uniqueKeysWithValues: allCases.map { ($0.rawValue, $0) }
  )
}
