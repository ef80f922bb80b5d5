// Items as registers and back; the form of each value stands in Field.swift.

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension ReplicaItem {
  /// The registers of a stored row.
  init(_ row: ItemRow) {
    let marks = row.marks
    var values = row.item.orderedValues
    let count = values.count
    for (name, value) in row.unknown { values.append((.unknown(name), value)) }
    for exception in marks.exceptions where !row.item.has(exception.field) {
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
  /// Whether the item has a value for a field, which a removed tag or attribute has not.
  fileprivate func has(_ field: Field) -> Bool {
    switch field {
    case .tag(let tag): tags.contains(tag)
    case .attribute(let key): attributes[key] != nil
    case .fixed, .unknown: true
    }
  }

  /// Every field with its value, in the order of the fields' names.
  ///
  /// Put together in that order, since sorting would cost more than all else here: "attr:…" stands before
  /// every fixed name, "tag:…" between "status" and "title".
  var orderedValues: [(field: Field, value: JSONValue)] {
    var values: [(field: Field, value: JSONValue)] = []
    values.reserveCapacity(Field.Fixed.allCases.count + tags.count + attributes.count)
    for (key, value) in attributes.sorted(by: { utf8Less($0.key, $1.key) }) {
      values.append((.attribute(key), value))
    }
    for fixed in Field.Fixed.beforeTags { values.append((.fixed(fixed), value(of: fixed))) }
    for tag in tags.sorted(by: { utf8Less($0, $1) }) { values.append((.tag(tag), true)) }
    for fixed in Field.Fixed.afterTags { values.append((.fixed(fixed), value(of: fixed))) }
    return values
  }
}

extension Field.Fixed {
  /// Those whose names come before "tag:", in order.
  static let beforeTags: [Field.Fixed] = [.created, .due, .kind, .list, .notes, .priority, .status]
  /// Those whose names come after "tag:", in order.
  static let afterTags: [Field.Fixed] = [.title, .updated]
}

extension Item {
  /// A fixed part's value as its register holds it.
  func value(of field: Field.Fixed) -> JSONValue {
    switch field {
    case .kind: .string(kind)
    case .title: .string(title)
    case .notes: .string(notes)
    case .status: [.string(status.name), completedAt.registerValue]
    case .priority: .string(priority.name)
    case .list: .string(list)
    case .due: dueAt.registerValue
    case .created: .integer(createdAt.millisecondsSince1970)
    case .updated: .integer(updatedAt.millisecondsSince1970)
    }
  }
}

extension Optional<Date> {
  fileprivate var registerValue: JSONValue {
    map { .integer($0.millisecondsSince1970) } ?? .null
  }
}

extension ItemRow {
  /// The row that an item's registers make up.
  ///
  /// Throws ``StorageError/Code/invalidItem`` where a register is missing or of another form.
  init(_ replica: ReplicaItem, number: Int) throws(StorageError) {
    var fixed: [JSONValue?] = Array(repeating: nil, count: Field.Fixed.allCases.count)
    var tags: Set<String> = []
    var attributes: [String: JSONValue] = [:]
    var unknown: JSONObject = [:]
    for register in replica.registers {
      switch register.field {
      case .fixed(let field): fixed[field.rawValue] = register.value
      case .tag(let tag): if register.value != .null { tags.insert(tag) }
      case .attribute(let key): if register.value != .null { attributes[key] = register.value }
      case .unknown(let name): unknown[name] = register.value
      }
    }
    let values = RegisterValues(id: replica.id, values: fixed)
    let (status, completedAt) = try values.status()
    item = Item(
      id: replica.id,
      number: number,
      kind: try values.text(.kind),
      title: try values.text(.title),
      notes: try values.text(.notes),
      status: status,
      priority: try values.priority(),
      list: try values.text(.list),
      tags: tags,
      dueAt: try values.optionalDate(.due),
      createdAt: try values.date(.created),
      updatedAt: try values.date(.updated),
      completedAt: completedAt,
      attributes: attributes
    )
    marks = Marks(replica)
    self.unknown = unknown
  }
}

/// Reads the fixed registers' values.
private struct RegisterValues {
  let id: ItemID
  let values: [JSONValue?]

  func text(_ field: Field.Fixed) throws(StorageError) -> String {
    guard let text = values[field.rawValue]?.string else { throw malformed(field) }
    return text
  }

  func priority() throws(StorageError) -> Priority {
    guard let priority = Priority(name: try text(.priority)) else { throw malformed(.priority) }
    return priority
  }

  func status() throws(StorageError) -> (Status, Date?) {
    guard let pair = values[Field.Fixed.status.rawValue]?.array, pair.count == 2,
      let status = pair[0].string.flatMap({ Status(name: $0) })
    else { throw malformed(.status) }
    return (status, try date(pair[1], .status))
  }

  func date(_ field: Field.Fixed) throws(StorageError) -> Date {
    guard let date = try optionalDate(field) else { throw malformed(field) }
    return date
  }

  func optionalDate(_ field: Field.Fixed) throws(StorageError) -> Date? {
    guard let value = values[field.rawValue] else { throw malformed(field) }
    return try date(value, field)
  }

  private func date(_ value: JSONValue, _ field: Field.Fixed) throws(StorageError) -> Date? {
    if value == .null { return nil }
    guard let milliseconds = value.integer else { throw malformed(field) }
    let date = Date(millisecondsSince1970: milliseconds)
    guard date >= Date.earliestStored, date <= Date.latestStored else { throw malformed(field) }
    return date
  }

  private func malformed(_ field: Field.Fixed) -> StorageError {
    .invalid("The register '\(field.name)' of item \(id) is missing or malformed.")
  }
}
