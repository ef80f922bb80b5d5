#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// An item to be added; only the title is needed.
///
/// It has every property of an ``Item`` that can be set, `title`, `notes`, `tags` and so on, and the
/// three below, which the store fills in if they are nil.
@dynamicMemberLookup
public struct ItemDraft: Equatable, Sendable {
  /// The given values, those of the properties below included, if they were given.
  package var values = Item.blank
  private var hasID = false
  private var hasCreated = false
  private var hasUpdated = false

  /// The identity of the item; nil lets the store draw one.
  public var id: ItemID? {
    get { hasID ? values.id : nil }
    set {
      hasID = newValue != nil
      values.id = newValue ?? Item.blank.id
    }
  }

  /// When the item was made; nil means now.
  public var createdAt: Date? {
    get { hasCreated ? values.createdAt : nil }
    set {
      hasCreated = newValue != nil
      values.createdAt = newValue ?? Item.blank.createdAt
    }
  }

  /// When the item was last edited; nil means now.
  public var updatedAt: Date? {
    get { hasUpdated ? values.updatedAt : nil }
    set {
      hasUpdated = newValue != nil
      values.updatedAt = newValue ?? Item.blank.updatedAt
    }
  }

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
    start: DayOrInstant? = nil,
    due: DayOrInstant? = nil,
    repeat: Repeat? = nil,
    parent: ItemID? = nil,
    createdAt: Date? = nil,
    updatedAt: Date? = nil,
    completedAt: Date? = nil,
    attributes: [String: JSONValue] = [:]
  ) {
    values.kind = kind
    values.title = title
    values.notes = notes
    values.status = status
    values.priority = priority
    values.list = list
    values.tags = tags
    values.start = start
    values.due = due
    values.repeat = `repeat`
    values.parent = parent
    values.completedAt = completedAt
    values.attributes = attributes
    self.id = id
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }

  /// A draft from which adding makes the same item again.
  package init(_ item: Item) {
    values = item
    (hasID, hasCreated, hasUpdated) = (true, true, true)
  }

  /// A property of the future item.
  public subscript<Value>(dynamicMember property: WritableKeyPath<Item, Value>) -> Value {
    get { values[keyPath: property] }
    set { values[keyPath: property] = newValue }
  }

  /// Whether the value of a part was given; only three parts can be left to the store.
  func gives(_ part: ItemPart) -> Bool {
    switch part {
    case .id: hasID
    case .createdAt: hasCreated
    case .updatedAt: hasUpdated
    default: true
    }
  }

  /// Notes that the value of a part was given, or left to the store.
  mutating func note(_ part: ItemPart, isGiven: Bool) {
    switch part {
    case .id: hasID = isGiven
    case .createdAt: hasCreated = isGiven
    case .updatedAt: hasUpdated = isGiven
    default: break
    }
  }
}

extension Item {
  /// The item that a draft describes.
  init(_ draft: ItemDraft, id: ItemID, number: Int, now: Date) {
    self = draft.values
    self.id = id
    self.number = number
    if draft.createdAt == nil { createdAt = now }
    if draft.updatedAt == nil { updatedAt = now }
  }
}
