extension AttributeIndex {
  /// An index of an attribute of the items that hold records of a type.
  public init(_ path: AttributePath, of type: (some ItemRecord).Type) {
    self.init(path, kind: type.kind)
  }
}

extension AttributeIndex {
  /// An index of a property of a type's records, `try AttributeIndex(\Recipe.minutes)`.
  ///
  /// Throws ``StorageError/Code/misuse`` for a property that is a part of the item, which needs no index, and
  /// for a key path whose key cannot be found; see ``ItemRecord/keys``.
  public init<Record: ItemRecord, Value: Encodable>(
    _ property: KeyPath<Record, Value>
  ) throws(StorageError) {
    switch try RecordKeys<Record>.shared.key(of: property) {
    case .attribute(let path): self.init(path, of: Record.self)
    case .part(let part):
      throw StorageError(
        .misuse,
        "\(property) is an item's own \(part.name), of which no attribute index is needed."
      )
    }
  }
}
