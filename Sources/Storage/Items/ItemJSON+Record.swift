// What one JSON object says of an item.

extension ItemJSON {
  /// An item as a JSON object gave it, with what the object left unsaid.
  package struct Record: Sendable {
    /// The item, with defaults for what was not given.
    package var draft: ItemDraft
    /// The number that it had in the store that wrote it.
    package var number: Int?
    /// The keys that were given, null or not.
    package var given: Keys = []
    /// The keys that items do not have, where they are kept apart.
    package var others: [String: JSONValue] = [:]

    /// A record of a form other than this one, which gives these keys.
    package init(draft: ItemDraft, given: Keys = []) {
      self.draft = draft
      self.given = given
    }
  }

  /// The keys of an item that a record can change.
  package struct Keys: OptionSet, Sendable {
    package let rawValue: UInt16

    package init(rawValue: UInt16) {
      self.rawValue = rawValue
    }

    package static let kind = Keys(rawValue: 1 << 0)
    package static let notes = Keys(rawValue: 1 << 1)
    package static let status = Keys(rawValue: 1 << 2)
    package static let priority = Keys(rawValue: 1 << 3)
    package static let list = Keys(rawValue: 1 << 4)
    package static let tags = Keys(rawValue: 1 << 5)
    package static let dueAt = Keys(rawValue: 1 << 6)
    package static let createdAt = Keys(rawValue: 1 << 7)
    package static let updatedAt = Keys(rawValue: 1 << 8)
    package static let completedAt = Keys(rawValue: 1 << 9)
    package static let attributes = Keys(rawValue: 1 << 10)
  }
}

extension ItemJSON.Record {
  /// An item brought to what the record says of it; what the record does not say stays.
  ///
  /// Attributes are replaced as a whole if the key was given; attributes that came as unknown keys
  /// alone are added to those that are there.
  package func applied(to item: Item) -> Item {
    var item = item
    item.title = draft.title
    if given.contains(.kind) { item.kind = draft.kind }
    if given.contains(.notes) { item.notes = draft.notes }
    if given.contains(.status) { item.status = draft.status }
    if given.contains(.priority) { item.priority = draft.priority }
    if given.contains(.list) { item.list = draft.list }
    if given.contains(.tags) { item.tags = Set(draft.tags.map(\.nfc)) }
    if given.contains(.dueAt) { item.dueAt = draft.dueAt }
    if let createdAt = draft.createdAt { item.createdAt = createdAt }
    if let updatedAt = draft.updatedAt { item.updatedAt = updatedAt }
    if given.contains(.completedAt) { item.completedAt = draft.completedAt }
    if given.contains(.attributes) { item.attributes = [:] }
    for (key, value) in draft.attributes { item.attributes[key.nfc] = value }
    return item
  }
}
