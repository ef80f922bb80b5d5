#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// An item to be added; only the title is needed.
public struct ItemDraft: Sendable {
  /// The identity to take; nil lets the store draw one.
  public var id: ItemID?
  /// What sort of record this is.
  public var kind: String
  /// The one line that names the item.
  public var title: String
  /// Free text.
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
  /// When the item was made; nil means now.
  public var createdAt: Date?
  /// When the item was last edited; nil means now.
  public var updatedAt: Date?
  /// When the item was done or cancelled; nil means now for one that is not open.
  public var completedAt: Date?
  /// Values of the embedding tool's own, by key.
  public var attributes: [String: JSONValue]

  /// Describes an item to be added.
  public init(
    id: ItemID? = nil,
    kind: String = Item.defaultKind,
    title: String,
    notes: String = "",
    status: Status = .open,
    priority: Priority = .none,
    list: String = Item.defaultList,
    tags: Set<String> = [],
    dueAt: Date? = nil,
    createdAt: Date? = nil,
    updatedAt: Date? = nil,
    completedAt: Date? = nil,
    attributes: [String: JSONValue] = [:]
  ) {
    self.id = id
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

extension Item {
  /// The kind of an item that was given none.
  public static let defaultKind = "item"

  /// The list of an item that was given none.
  public static let defaultList = "inbox"
}
