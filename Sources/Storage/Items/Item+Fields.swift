// The one table of an item's fields. Rows, JSON, registers, digests, rules and comparisons are
// derived from it; FieldTableTests checks other lists of fields against it.

/// A part of an item, to which a record's key can map.
///
/// The raw value is the position in the order in which parts are written; it is not stored.
public enum ItemPart: Int, Sendable, Hashable, CaseIterable {
  /// ``Item/id``; read, and used when a record that has one is added.
  case id
  /// ``Item/number``; only read.
  case number
  /// ``Item/kind``; only read.
  case kind
  /// ``Item/title``; a string.
  case title
  /// ``Item/notes``; a string.
  case notes
  /// ``Item/status``; a ``Status`` or its name.
  case status
  /// ``Item/priority``; a ``Priority`` or its name.
  case priority
  /// ``Item/list``; a string.
  case list
  /// ``Item/rank``; a string.
  case rank
  /// ``Item/tags``; strings.
  case tags
  /// ``Item/start``; a ``DayOrInstant`` or nil.
  case start
  /// ``Item/due``; a ``DayOrInstant`` or nil.
  case due
  /// ``Item/repeat``; a ``Repeat`` or nil.
  case `repeat`
  /// ``Item/occurrence``; a ``NominalDate`` or nil.
  case occurrence
  /// ``Item/parent``; an ``ItemID`` or nil.
  case parent
  /// ``Item/blockers``; ids of items.
  case blockers
  /// ``Item/createdAt``; a date, or nil for now.
  case createdAt
  /// ``Item/updatedAt``; a date, or nil for now.
  case updatedAt
  /// ``Item/completedAt``; a date or nil.
  case completedAt
  /// ``Item/attributes``; only read.
  case attributes
}

extension Item {
  /// Passes each field's description and value to a visitor, in the order of ``ItemPart``, with the
  /// same field's value in another item.
  ///
  /// Inlined, it costs as much as separate code for each field; key paths take two to four times that.
  @inline(__always)
  package static func visit<Visitor: FieldVisitor>(
    _ item: inout Item,
    beside other: Item,
    _ visitor: inout Visitor
  ) throws(Visitor.Failure) {
    typealias Field = FieldDescription
    try visitor.visit(Field(.id, "id", "id"), &item.id, other.id)
    try visitor.visit(Field(.number, "number", "number"), &item.number, other.number)
    try visitor.visit(
      Field(.kind, "kind", "kind", .kind, isLeftOutAsDefault: true),
      &item.kind,
      other.kind
    )
    try visitor.visit(Field(.title, "title", "title", .title), &item.title, other.title)
    try visitor.visit(Field(.notes, "notes", "notes", .notes), &item.notes, other.notes)
    try visitor.visit(Field(.status, "status", "status", .status), &item.status, other.status)
    try visitor.visit(
      Field(.priority, "priority", "priority", .priority),
      &item.priority,
      other.priority
    )
    try visitor.visit(Field(.list, "list", "list", .list), &item.list, other.list)
    try visitor.visit(
      Field(.rank, "rank", "rank", .rank, isLeftOutAsDefault: true),
      &item.rank,
      other.rank
    )
    try visitor.visit(Field(.tags, "tags", "tags"), &item.tags, other.tags)
    try visitor.visit(Field(.start, "start", "start", .start), &item.start, other.start)
    try visitor.visit(Field(.due, "due", "due", .due), &item.due, other.due)
    try visitor.visit(Field(.repeat, "repeat", "repeat", .repeat), &item.repeat, other.repeat)
    try visitor.visit(
      Field(.occurrence, "occurrence", "occurrence", .occurrence),
      &item.occurrence,
      other.occurrence
    )
    try visitor.visit(Field(.parent, "parent", "parent", .parent), &item.parent, other.parent)
    try visitor.visit(
      Field(.blockers, "blockedBy", "blocked_by", label: "blocked-by", isLeftOutAsDefault: true),
      &item.blockers,
      other.blockers
    )
    try visitor.visit(
      Field(.createdAt, "createdAt", "created_at", .created, label: "created"),
      &item.createdAt,
      other.createdAt
    )
    try visitor.visit(
      Field(.updatedAt, "updatedAt", "updated_at", .updated, label: "updated"),
      &item.updatedAt,
      other.updatedAt
    )
    // One register with the status, since the two change together.
    try visitor.visit(
      Field(.completedAt, "completedAt", "completed_at", .status, label: "completed"),
      &item.completedAt,
      other.completedAt
    )
    try visitor.visit(
      Field(.attributes, "attributes", "attributes"),
      &item.attributes,
      other.attributes
    )
  }
}

/// What the table says about a field.
package struct FieldDescription: Sendable {
  /// The part that the field is.
  package let part: ItemPart
  /// The key in JSON.
  package let key: StaticString
  /// The column of the table `items`.
  package let column: StaticString
  /// The register as which it is merged; nil if it has none, or one for each of its elements.
  package let register: Field.Fixed?
  /// What people call it.
  package let label: StaticString
  /// Whether stored files leave it out if it has its default.
  package let isLeftOutAsDefault: Bool

  @inline(__always)
  init(
    _ part: ItemPart,
    _ key: StaticString,
    _ column: StaticString,
    _ register: Field.Fixed? = nil,
    label: StaticString? = nil,
    isLeftOutAsDefault: Bool = false
  ) {
    self.label = label ?? key
    self.isLeftOutAsDefault = isLeftOutAsDefault
    self.part = part
    self.key = key
    self.column = column
    self.register = register
  }
}

extension FieldDescription {
  /// Every field, in the order of ``ItemPart``.
  package static let all = collected.fields

  fileprivate static let forms = collected.forms

  fileprivate static let optionals = collected.optionals

  fileprivate static let ranked = collected.ranked

  private static let collected = {
    var visitor = Collector()
    Item.blank.withFields(&visitor)
    return visitor
  }()

  private struct Collector: FieldVisitor {
    var fields: [FieldDescription] = []
    var forms: [FieldForm] = []
    var optionals: [ItemPart] = []
    var ranked: [ItemPart] = []

    mutating func visit<Value: FieldValue>(
      _ field: FieldDescription,
      _ value: inout Value,
      _ other: Value
    ) {
      fields.append(field)
      forms.append(Value.form)
      if value.isNil { optionals.append(field.part) }
      if case .choice = Value.form, Value.isRanked { ranked.append(field.part) }
    }
  }
}

extension ItemPart {
  /// The key in JSON.
  public var name: String { ItemPart.names[rawValue] }

  /// What people call it.
  package var label: String { "\(FieldDescription.all[rawValue].label)" }

  /// The column of the table `items`.
  package var column: String { "\(FieldDescription.all[rawValue].column)" }

  /// The register as which it is merged, if it has one.
  package var register: Field.Fixed? { FieldDescription.all[rawValue].register }

  /// What a person types for it.
  package var form: FieldForm { FieldDescription.forms[rawValue] }

  /// Whether stored files leave it out where it has its default.
  package var isLeftOutAsDefault: Bool { FieldDescription.all[rawValue].isLeftOutAsDefault }

  /// Whether its values are names of which one stands above another.
  package var isRanked: Bool { FieldDescription.ranked.contains(self) }

  /// Whether an item can be without a value of it.
  package var isOptional: Bool { FieldDescription.optionals.contains(self) }

  /// The part with this key in JSON, or nil.
  package init?(key: String) {
    // What `due` was called while it was always an instant.
    guard let part = ItemPart.byKey[key == "dueAt" ? "due" : key] else { return nil }
    self = part
  }

  private static let names = FieldDescription.all.map { "\($0.key)" }
  private static let byKey = Dictionary(
    uniqueKeysWithValues: FieldDescription.all.map { ("\($0.key)", $0.part) }
  )

  /// Every part to which a record's key can map, by its name in JSON.
  public static let byName = byKey.filter { $0.value != .kind && $0.value != .attributes }
}

/// Visits the fields of an item, one after the other.
package protocol FieldVisitor {
  /// What it may throw.
  associatedtype Failure: Error = Never

  /// Takes a field with its value, and with its value in the other item.
  mutating func visit<Value: FieldValue>(
    _ field: FieldDescription,
    _ value: inout Value,
    _ other: Value
  ) throws(Failure)
}

extension Item {
  /// Shows every field to a visitor, with the value in another item.
  @inline(__always)
  package func withFields<Visitor: FieldVisitor>(
    beside other: Item,
    _ visitor: inout Visitor
  ) throws(Visitor.Failure) {
    var copy = self
    try Item.visit(&copy, beside: other, &visitor)
  }

  /// Shows every field to a visitor that does not use another item.
  @inline(__always)
  package func withFields<Visitor: FieldVisitor>(
    _ visitor: inout Visitor
  ) throws(Visitor.Failure) {
    try withFields(beside: self, &visitor)
  }
}
