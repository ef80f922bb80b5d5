extension ItemJSON {
  /// An item read from a JSON object, and which parts the object gave.
  package struct Record: Sendable {
    /// The item, with defaults for what was not given.
    package var draft: ItemDraft
    /// The number in the store that wrote it.
    package var number: Int?
    /// The parts that were given, null or not.
    package var given: Parts = []
    /// The name of the record in a format without ids, made of its list and titles; nil if the record has its own id.
    package var name: String?
    /// The keys that items do not have, if they are kept apart.
    package var others: [String: JSONValue] = [:]

    /// A record that was read from another form, which gave these parts.
    package init(draft: ItemDraft, given: Parts = []) {
      self.draft = draft
      self.given = given
    }
  }

  /// A set of an item's parts.
  package struct Parts: Sendable, ExpressibleByArrayLiteral {
    private var bits: UInt64 = 0

    /// Every part but these.
    package init(allExcept parts: ItemPart...) {
      for part in ItemPart.allCases where !parts.contains(part) { insert(part) }
    }

    package init(arrayLiteral parts: ItemPart...) {
      for part in parts { insert(part) }
    }

    package func contains(_ part: ItemPart) -> Bool { bits >> UInt64(part.rawValue) & 1 == 1 }

    package mutating func insert(_ part: ItemPart) { bits |= 1 << UInt64(part.rawValue) }

    package mutating func remove(_ part: ItemPart) { bits &= ~(1 << UInt64(part.rawValue)) }
  }
}

extension ItemJSON.Record {
  /// An item with the values that the record gives; all others stay.
  ///
  /// Attributes are replaced as a whole if their key was given. Attributes that came only as
  /// unknown keys are added to the existing ones, and so is what a later version wrote.
  package func applied(to item: Item) -> Item {
    var taken = given
    taken.insert(.title)
    if draft.createdAt == nil { taken.remove(.createdAt) } else { taken.insert(.createdAt) }
    if draft.updatedAt == nil { taken.remove(.updatedAt) } else { taken.insert(.updatedAt) }
    taken.remove(.id)
    taken.remove(.number)
    taken.remove(.attributes)
    var item = item
    var visitor = Replacement(parts: taken)
    Item.visit(&item, beside: draft.values, &visitor)
    if given.contains(.attributes) { item.attributes = [:] }
    for (key, value) in draft.values.attributes {
      item.attributes[key.nfc] = value.isNull ? nil : value
    }
    for (name, value) in draft.values.unknown { item.set(Field(name: name), to: value) }
    return item
  }

  private struct Replacement: FieldVisitor {
    let parts: ItemJSON.Parts

    @inline(__always)
    mutating func visit<Value: FieldValue>(
      _ field: FieldDescription,
      _ value: inout Value,
      _ other: Value
    ) {
      if parts.contains(field.part) { value = other.normalised }
    }
  }
}
