/// A type of your own program whose values are stored as items of one kind.
///
/// The type's Codable form decides what is stored: keys such as `title` and `tags` become these parts of the
/// item, all others become attributes; see ``parts``. So a bookmark can be searched, sorted, listed and synced
/// like any item:
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
/// does not know, such as those of a later version of the program, stay as they are.
public protocol ItemRecord: Codable, Sendable {
  /// The items' ``Item/kind``.
  static var kind: String { get }

  /// Which coding keys are parts of the item; every other one is an attribute.
  ///
  /// By default `title`, `notes`, `status`, `priority`, `list`, `tags`, `start`, `due`, `repeat`, `occurrence` and
  /// `parent` are the parts with these names. A type with other names declares them all, as in
  /// `["name": .title, "labels": .tags]`; one key must be the title.
  ///
  /// Every item has an `id`, a `number` and more by itself. A key with such a name is refused with
  /// ``StorageError/Code/misuse`` unless it stands here; the article on records lists these names.
  static var parts: [String: ItemPart] { get }

  /// The keys of properties that the library cannot find from their key paths.
  ///
  /// The library finds the keys of stored properties, also of nested values. It cannot if a
  /// property is wrapped or observed, if the program is built without reflection metadata and the
  /// type refuses every made-up value, or if the type has its own coding form. Such a type declares
  /// the keys, as in
  /// `static var keys: [PartialKeyPath<Self>: AttributePath] { [\.minutes: "time"] }`.
  static var keys: [PartialKeyPath<Self>: AttributePath] { get }
}

extension ItemRecord {
  /// Every key with the name of a part, without those that every item has by itself.
  public static var parts: [String: ItemPart] { ItemPart.recordParts }

  /// None: the library finds every key.
  public static var keys: [PartialKeyPath<Self>: AttributePath] { [:] }
}
