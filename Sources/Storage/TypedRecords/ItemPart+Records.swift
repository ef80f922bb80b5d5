// Which parts of an item a record's keys become by their names.

extension ItemPart {
  /// The parts that every item has by itself: most of them are assigned or changed by the store.
  ///
  /// A record's own property of such a name would lose its value to the item's, so it is refused. A part that
  /// is added to the table of fields is one of the others unless it stands here.
  private static let reserved: Set<ItemPart> = [
    .id, .number, .kind, .rank, .blockers, .createdAt, .updatedAt, .completedAt, .attributes,
  ]

  /// The parts that a record's keys become by default, by name.
  package static let recordParts = byName.filter { !reserved.contains($0.value) }

  /// The names that a record's key can only have if the type's ``ItemRecord/parts`` say so.
  package static let reservedNames: [String: ItemPart] = {
    let named = FieldDescription.all.map(\.part).filter(reserved.contains).map { ($0.name, $0) }
    // The one property of an item that has another name in JSON.
    return Dictionary(uniqueKeysWithValues: named + [("blockers", .blockers)])
  }()
}

extension ItemRecord {
  /// Throws for a key that is a name which every item has by itself, unless the type says that it means the item's.
  static func checkName(_ key: String) throws(StorageError) {
    guard let part = ItemPart.reservedNames[key], parts[key] == nil else { return }
    throw StorageError(
      .misuse,
      "A \(self) has a property '\(key)', a name that every item has by itself. Give the property another key in "
        + "its CodingKeys, as in case \(key) = \"own\(key.first?.uppercased() ?? "")\(key.dropFirst())\"; "
        + "or, if the item's own is meant, say so in the type's 'parts', which then name all of them: "
        + "[\"title\": .title, \"\(key)\": .\(part.caseName)]."
    )
  }
}

extension ItemPart {
  /// The name of the case in Swift.
  fileprivate var caseName: String { self == .blockers ? "blockers" : name }
}
