#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// One item of the store, as a repository returned it.
///
/// An item is a value: change its properties and hand it to ``ItemTransaction/update(_:)``. Dates
/// are kept to the millisecond. Text is any Unicode, NUL included, and is kept and compared byte by
/// byte (UTF-8): "é" as one scalar and "é" as two are different titles. Tags and attribute keys
/// are brought to Unicode's normalisation form C when written; a tag holds no control characters.
public struct Item: Sendable, Identifiable {
  /// The identity on every device: a UUID of version 7.
  public let id: ItemID

  /// A small number to type, local to this store; never reused and never synced.
  public let number: Int

  /// What sort of record this is; an embedding tool has kinds of its own.
  public var kind: String

  /// The one line that names the item.
  public var title: String

  /// Free text of any length up to ``ItemLimits/notesBytes``.
  public var notes: String

  /// Whether the item is open, done or cancelled.
  public var status: Status

  /// How much it matters.
  public var priority: Priority

  /// The list that the item is filed in.
  public var list: String

  /// Words that group items across lists.
  public var tags: Set<String>

  /// When the item is due, if it is.
  public var dueAt: Date?

  /// When the item was made.
  public var createdAt: Date

  /// When the item was last edited; each edit sets it, an import may give it.
  public var updatedAt: Date

  /// When the item was done or cancelled; nil while it is open.
  public var completedAt: Date?

  /// Values of the embedding tool's own, by key; a null value is the same as none.
  public var attributes: [String: JSONValue]

  package init(
    id: ItemID,
    number: Int,
    kind: String,
    title: String,
    notes: String,
    status: Status,
    priority: Priority,
    list: String,
    tags: Set<String>,
    dueAt: Date?,
    createdAt: Date,
    updatedAt: Date,
    completedAt: Date?,
    attributes: [String: JSONValue]
  ) {
    self.id = id
    self.number = number
    self.kind = kind
    self.title = title
    self.notes = notes
    self.status = status
    self.priority = priority
    self.list = list
    self.tags = tags
    self.dueAt = dueAt
    self.createdAt = createdAt
    self.updatedAt = updatedAt
    self.completedAt = completedAt
    self.attributes = attributes
  }
}

extension Item: Equatable {
  /// Compares every property, text by its UTF-8 bytes.
  public static func == (left: Item, right: Item) -> Bool {
    left.number == right.number && left.hasSameContent(as: right)
  }

  /// Compares all that travels between stores: everything but the local number.
  public func hasSameContent(as other: Item) -> Bool {
    id == other.id
      && utf8Equal(kind, other.kind)
      && utf8Equal(title, other.title)
      && utf8Equal(notes, other.notes)
      && status == other.status
      && priority == other.priority
      && utf8Equal(list, other.list)
      && tags == other.tags
      && dueAt == other.dueAt
      && createdAt == other.createdAt
      && updatedAt == other.updatedAt
      && completedAt == other.completedAt
      && attributes == other.attributes
  }
}
