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
  /// True if the field is a removed tag, attribute or blocker, which has a stamp and no value.
  func lacks(_ field: Field) -> Bool {
    // The register has a value; the item only shows it in another form.
    if !unknown.isEmpty, unknown[field.name] != nil { return false }
    return switch field {
    case .tag(let tag): !tags.contains(tag)
    case .attribute(let key): attributes[key] == nil
    case .blocker(let id): !blockers.contains(id)
    case .fixed, .unknown: false
    }
  }
}

extension ItemRow {
  /// The row as this version keeps it, if an earlier one kept it in another form; its registers stay the same.
  var inPresentForm: ItemRow? {
    let whole = item.attributes[FormerAttribute.key]
    guard !utf8Equal(item.list, item.list.nfc) || whole.flatMap(FormerAttribute.parts) != nil
    else { return nil }
    return ItemRow(ReplicaItem(self), number: item.number)
  }

  /// The row with an item's registers.
  init(_ replica: ReplicaItem, number: Int) {
    item = Item(replica, number: number)
    marks = Marks(replica)
    if !item.unknown.isEmpty { marks.noteAbsent(replica.fieldsWithoutRegister) }
  }
}
