/// A type of an embedding tool whose values are stored as items of one kind.
///
/// The type's Codable form says what is stored: keys that name a part of an item become that part,
/// all others become attributes. So a bookmark is searched, sorted, listed and synced like any
/// item:
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
/// let read = try await bookmarks.query(\.visits > 0 && .contains("language", in: \.tags))
/// ```
///
/// ``JSONValue/init(encoding:)`` describes the JSON form of single values. Attributes that the type
/// does not know, such as those of a later version of the tool, stay as they are.
public protocol ItemRecord: Codable, Sendable {
  /// The items' ``Item/kind``.
  static var kind: String { get }

  /// Which coding keys are parts of the item; every other one is an attribute.
  ///
  /// By default, the keys with the names of the parts. A type with other names declares them, as in
  /// `["name": .title, "labels": .tags]`; one key must be the title.
  static var parts: [String: ItemPart] { get }

  /// The keys of properties that queries name by key paths but that cannot be found by themselves.
  ///
  /// Keys of stored properties are found, also those of nested values, unless a property is wrapped or
  /// observed, the program is built without reflection metadata and the type refuses every made-up value,
  /// or its coding form is its own. Such a type declares them, as in
  /// `static var keys: [PartialKeyPath<Self>: AttributePath] { [\.minutes: "time"] }`.
  static var keys: [PartialKeyPath<Self>: AttributePath] { get }
}

extension ItemRecord {
  /// Every key with the name of a part.
  public static var parts: [String: ItemPart] { ItemPart.byName }

  /// None: all are found.
  public static var keys: [PartialKeyPath<Self>: AttributePath] { [:] }
}
