// Converts rows to registers and back; Field.swift says the form of each value.

extension ReplicaItem {
  /// The registers of a stored row.
  init(_ row: ItemRow) {
    let marks = row.marks
    var values = row.item.fieldValues
    let count = values.count
    for exception in marks.exceptions where row.item.lacks(exception.field) {
      values.append((exception.field, .null))
    }
    if values.count > count { values.sort { utf8Less($0.field.name, $1.field.name) } }
    self.init(
      id: row.item.id,
      sequence: marks.sequence,
      ordered: marks.registers(values),
      deletion: marks.deletionRegister
    )
  }
}

extension Item {
  /// Whether the field is a removed tag or attribute, which has a stamp and no value.
  fileprivate func lacks(_ field: Field) -> Bool {
    switch field {
    case .tag(let tag): !tags.contains(tag)
    case .attribute(let key): attributes[key] == nil
    case .fixed, .unknown: false
    }
  }
}

extension ItemRow {
  /// The row with an item's registers.
  init(_ replica: ReplicaItem, number: Int) {
    item = Item(replica, number: number)
    marks = Marks(replica)
  }
}
