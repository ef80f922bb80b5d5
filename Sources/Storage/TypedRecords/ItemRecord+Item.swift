extension ItemRecord {
  /// The record that an item holds.
  init(_ item: Item) throws(StorageError) {
    var members = JSONObject(item.attributes)
    for (key, part) in Self.parts { members[key] = item.value(of: part) }
    do throws(JSONError) {
      self = try JSONValue.object(members).decoded(as: Self.self)
    } catch {
      throw StorageError(
        .attributeMismatch,
        "Item \(item.number) (\(item.id)) cannot be read as \(Self.self): \(error.message).",
        cause: error
      )
    }
  }

  /// The record's members by coding key.
  ///
  /// Throws ``StorageError/Code/misuse`` for a key that is a name which every item has by itself.
  func members() throws(StorageError) -> JSONObject {
    let value: JSONValue
    let keyTypes: [@Sendable (String) -> Bool]
    do throws(JSONError) {
      (value, keyTypes) = try JSONValue.encoding(self)
    } catch {
      throw Self.refusal(error)
    }
    guard case .object(let members) = value else {
      throw Self.refusal(JSONError(message: "it does not encode keys and values", position: nil))
    }
    try Self.checkNames(members, keyTypes)
    return members
  }

  /// Checks the keys that were written, and those of the types of keys, whose values may have been left out.
  private static func checkNames(
    _ members: JSONObject,
    _ keyTypes: [@Sendable (String) -> Bool]
  ) throws(StorageError) {
    // A type of keys that takes any text says nothing.
    let known = keyTypes.filter { !$0("\u{1}") }
    for name in ItemPart.reservedNames.keys.sorted()
    where members[name] != nil || known.contains(where: { $0(name) }) {
      try checkName(name)
    }
  }

  /// The draft of the item that holds this record.
  func draft() throws(StorageError) -> ItemDraft {
    let members = try members()
    guard members.contains(where: { Self.parts[$0.key] == .title }) else {
      throw .invalid(
        "A \(Self.self) has no title. Give it a property 'title', or name one in its 'parts'."
      )
    }
    var draft = ItemDraft(kind: Self.kind, title: "")
    for (key, value) in members { try Self.set(key, to: value, on: &draft) }
    return draft
  }

  /// The item with the changes from the old record to this one; all else stays.
  func applied(to item: Item, since old: Self) throws(StorageError) -> Item {
    let (new, old) = (try members(), try old.members())
    var draft = ItemDraft(item)
    for (key, value) in new where old[key] != value { try Self.set(key, to: value, on: &draft) }
    for (key, _) in old where new[key] == nil { try Self.set(key, to: .null, on: &draft) }
    return Item(draft, id: item.id, number: item.number, now: item.updatedAt)
  }

  private static func set(
    _ key: String,
    to value: JSONValue,
    on draft: inout ItemDraft
  ) throws(StorageError) {
    if let part = parts[key], [.number, .kind, .attributes].contains(part) { return }
    guard let part = parts[key] else {
      draft.attributes[key] = value == .null ? nil : value
      return
    }
    do throws(JSONError) {
      try draft.set(part, to: value)
    } catch {
      // A property that only happens to have the part's name is the likely reason.
      let remedy =
        key == part.name
        ? "; an item has a part '\(key)', so any other property needs another key in its CodingKeys"
        : ""
      throw refusal(JSONError(message: "'\(key)': \(error.message)\(remedy)", position: nil))
    }
  }

  private static func refusal(_ error: JSONError) -> StorageError {
    StorageError(.invalidItem, "A \(Self.self) cannot be kept: \(error.message).", cause: error)
  }
}
