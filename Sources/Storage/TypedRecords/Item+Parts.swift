extension Item {
  /// A part's value as JSON; nil if it has none.
  package func value(of part: ItemPart) -> JSONValue? {
    var visitor = PartValue(part: part)
    withFields(&visitor)
    return visitor.value
  }

  private struct PartValue: FieldVisitor {
    let part: ItemPart
    var value: JSONValue?

    @inline(__always)
    mutating func visit<Value: FieldValue>(
      _ field: FieldDescription,
      _ value: inout Value,
      _ other: Value
    ) {
      if field.part == part, !value.isNil { self.value = value.jsonForm }
    }
  }
}

extension ItemDraft {
  /// Sets a part to a value; null means the part's default.
  package mutating func set(_ part: ItemPart, to value: JSONValue) throws(JSONError) {
    var visitor = PartSetter(part: part, json: value)
    note(part, isGiven: value != .null)
    try Item.visit(&values, beside: Item.blank, &visitor)
  }

  private struct PartSetter: FieldVisitor {
    typealias Failure = JSONError
    let part: ItemPart
    let json: JSONValue

    @inline(__always)
    mutating func visit<Value: FieldValue>(
      _ field: FieldDescription,
      _ value: inout Value,
      _ other: Value
    ) throws(JSONError) {
      guard field.part == part else { return }
      // Codable is slower, but accepts more forms and says what is wrong.
      if let read = Value(jsonForm: json) {
        value = read
      } else {
        value = try json.decoded(as: Value?.self) ?? other
      }
    }
  }

  /// Copies one part from another draft.
  package mutating func take(_ part: ItemPart, from other: ItemDraft) {
    note(part, isGiven: other.gives(part))
    values.take(part, from: other.values)
  }
}

extension Item {
  /// Takes one part over from a draft.
  package mutating func take(_ part: ItemPart, from other: ItemDraft) {
    take(part, from: other.values)
  }

  /// Takes one part over from another item.
  package mutating func take(_ part: ItemPart, from other: Item) {
    var visitor = Taking(part: part)
    Item.visit(&self, beside: other, &visitor)
  }

  private struct Taking: FieldVisitor {
    let part: ItemPart

    mutating func visit<Value: FieldValue>(
      _ field: FieldDescription,
      _ value: inout Value,
      _ other: Value
    ) {
      if field.part == part { value = other }
    }
  }
}

extension Item {
  /// The parts in which an item differs from another.
  package func differingParts(from other: Item) -> [ItemPart] {
    var visitor = Differing()
    withFields(beside: other, &visitor)
    return visitor.parts
  }

  private struct Differing: FieldVisitor {
    var parts: [ItemPart] = []

    mutating func visit<Value: FieldValue>(
      _ field: FieldDescription,
      _ value: inout Value,
      _ other: Value
    ) {
      if !Value.isSame(value, other) { parts.append(field.part) }
    }
  }
}

extension ItemDraft {
  /// The parts, without the number, in which the item that this draft becomes may differ from another.
  package func differingParts(from item: Item) -> [ItemPart] {
    let parts = values.differingParts(from: item)
    return ItemPart.allCases.filter { $0 != .number && (parts.contains($0) || !gives($0)) }
  }
}
