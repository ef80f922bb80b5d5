extension JSONDocument {
  /// Converts a document of one version to the next one's form.
  typealias Upgrade = @Sendable (inout JSONObject) -> Void

  /// The steps from each version to the next, the first one from version 1.
  ///
  /// A new field needs a step even if the step does nothing: an earlier program would take the
  /// field's key for an attribute.
  static let upgrades: [Upgrade] = [
    // Items have a start, a rule by which they come again and a parent, and `due`, which may be a day, in place of
    // `dueAt`, which was a time. Readers know both keys.
    { _ in },
    // Items wait for others.
    { _ in },
    // Items have a rank, their place in the order by hand.
    { _ in },
  ]

  /// The version of the form that this program writes.
  static let schema = upgrades.count + 1

  /// A document of an earlier version in this one's form.
  static func upgraded(
    _ document: JSONObject,
    from version: Int,
    by upgrades: [Upgrade]
  ) -> JSONObject {
    var document = document
    for upgrade in upgrades[(version - 1)...] { upgrade(&document) }
    document["schema"] = .integer(Int64(upgrades.count + 1))
    return document
  }

  /// The readable part of a document of a later version in this one's form; not to be written.
  ///
  /// Its items, with everything that is not known here in ``Item/unknown``; nil without a list of items.
  static func readable(_ document: JSONObject, schema: Int) -> JSONObject? {
    guard document["items"]?.array != nil else { return nil }
    var readable: JSONObject = ["schema": .integer(Int64(schema)), "items": []]
    for key in ["items", "deleted"] {
      guard let items = document[key]?.array else { continue }
      readable[key] = .array(items.map { .object(readableItem($0.object ?? [:])) })
    }
    return readable
  }

  private static func readableItem(_ item: JSONObject) -> JSONObject {
    var known: JSONObject = ["title": ""]
    var unknown = item[ItemJSON.unknownKey]?.object ?? [:]
    for (key, value) in item where key != ItemJSON.unknownKey {
      if let part = ItemPart(key: key), Item.blank.canRead(value, of: part) {
        known[key] = value
      } else {
        unknown[ItemPart(key: key)?.register?.name ?? key] = value
      }
    }
    if !unknown.isEmpty { known[ItemJSON.unknownKey] = .object(unknown) }
    return known
  }
}

extension Item {
  /// Whether this version knows the form of a part's value in JSON.
  fileprivate func canRead(_ value: JSONValue, of part: ItemPart) -> Bool {
    var visitor = FormCheck(part: part, value: value)
    withFields(&visitor)
    return visitor.isKnown
  }

  private struct FormCheck: FieldVisitor {
    let part: ItemPart
    let value: JSONValue
    var isKnown = false

    mutating func visit<Value: FieldValue>(
      _ field: FieldDescription,
      _ value: inout Value,
      _ other: Value
    ) {
      if field.part == part { isKnown = self.value == .null || Value(jsonForm: self.value) != nil }
    }
  }
}
