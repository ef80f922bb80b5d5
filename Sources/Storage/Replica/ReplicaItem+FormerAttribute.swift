// Shows the former attribute of FormerAttribute.swift as its parts.

extension Item {
  /// Shows the former attribute as its parts, each unless a register of its own is as new.
  ///
  /// If a part has an older register of its own, ``unknown`` keeps that register's value, which is not shown.
  mutating func showParts(of replica: ReplicaItem) {
    for (key, value, own) in replica.shownParts {
      let field = Field.attribute(key)
      if let own { unknown[field.name] = own.value }
      attributes[key] = value
    }
  }
}

extension ReplicaItem {
  /// The parts of the former attribute that an item shows, each with the register of its own if it has an older one.
  ///
  /// An older program removes registers that it does not know when it writes the whole, all with one stamp. So a part
  /// that was removed with the stamp of the whole is shown.
  fileprivate var shownParts: [(key: String, value: JSONValue, own: Register?)] {
    guard let whole = registers.first(where: { $0.field == FormerAttribute.field }),
      let parts = FormerAttribute.parts(of: whole.value)
    else { return [] }
    return parts.compactMap { key, value in
      let own = register(of: .attribute(key))
      if let own, own.stamp > whole.stamp || own.stamp == whole.stamp && own.value != .null {
        return nil
      }
      return (key, value, own)
    }
  }

  /// The attributes that an item shows and that have no register.
  var fieldsWithoutRegister: [Field] {
    shownParts.filter { $0.own == nil }.map { .attribute($0.key) }
  }
}
