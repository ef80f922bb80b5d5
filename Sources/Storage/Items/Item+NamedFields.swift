// The fields of an item by name: as registers, as values of the history, and their differences.

extension Item {
  /// A field's value in the form of Field.swift; null for a tag, an attribute or a blocker that the item lacks.
  func value(of field: Field) -> JSONValue {
    if !unknown.isEmpty, let value = unknown[field.name] { return value }
    return switch field {
    case .fixed(let fixed): knownValue(of: fixed)
    case .tag(let tag): tags.contains(tag) ? true : .null
    case .attribute(let key): attributes[key] ?? .null
    case .blocker(let id): blockers.contains(id) ? true : .null
    case .unknown: .null
    }
  }

  /// A fixed part's value in the form of its register; the default if its form is not known here.
  func knownValue(of fixed: Field.Fixed) -> JSONValue {
    if fixed == .status { return statusRegister }
    var visitor = RegisterValue(field: fixed)
    withFields(&visitor)
    return visitor.value
  }

  fileprivate var statusRegister: JSONValue {
    [.string(status.name), completedAt.registerValue]
  }

  /// Sets a field to a value; a value of a form that is not known here, or is shown in another one, is kept unchanged.
  mutating func set(_ field: Field, to value: JSONValue) {
    if !unknown.isEmpty { unknown[field.name] = nil }
    if !setKnown(field, to: value) { unknown[field.name] = value }
  }

  /// Moves unknown values that this version can read to their properties, and returns their fields.
  @discardableResult
  mutating func adoptUnknown() -> [Field] {
    var adopted: [Field] = []
    for (name, value) in unknown where !isShown(name, value) {
      let field = Field(name: name)
      guard setKnown(field, to: value) else { continue }
      unknown[name] = nil
      adopted.append(field)
    }
    return adopted
  }

  /// False if the field, or the form of its value, is not known here, and the field then has its default; or if it
  /// is shown in another form.
  private mutating func setKnown(_ field: Field, to value: JSONValue) -> Bool {
    switch field {
    case .fixed(.status): return setStatus(value)
    case .fixed(.list):
      let name = value.string
      list = name?.nfc ?? Item.defaultList
      return name.map { utf8Equal($0, list) } ?? false
    case .fixed(let fixed):
      var visitor = RegisterSetter(field: fixed, value: value)
      Item.visit(&self, beside: Item.blank, &visitor)
      return visitor.isKnown
    case .tag(let tag):
      if value == .null { tags.remove(tag) } else { tags.insert(tag) }
      return value == .null || value == true
    case .attribute(let key):
      let isWhole = key == FormerAttribute.key && FormerAttribute.parts(of: value) != nil
      attributes[key] = value == .null || isWhole ? nil : value
      return !isWhole
    case .blocker(let id):
      if value == true { blockers.insert(id) } else { blockers.remove(id) }
      return value == .null || value == true
    case .unknown: return false
    }
  }

  private mutating func setStatus(_ value: JSONValue) -> Bool {
    (status, completedAt) = (Item.blank.status, nil)
    guard let pair = value.array, pair.count == 2, let new = Status(registerValue: pair[0]),
      let time = Timestamp?(registerValue: pair[1])
    else { return false }
    (status, completedAt) = (new, time)
    return true
  }

  private struct RegisterValue: FieldVisitor {
    let field: Field.Fixed
    var value = JSONValue.null

    @inline(__always)
    mutating func visit<Value: FieldValue>(
      _ field: FieldDescription,
      _ value: inout Value,
      _ other: Value
    ) {
      if field.register == self.field { self.value = value.registerValue }
    }
  }

  private struct RegisterSetter: FieldVisitor {
    let field: Field.Fixed
    let value: JSONValue
    var isKnown = false

    @inline(__always)
    mutating func visit<Value: FieldValue>(
      _ field: FieldDescription,
      _ value: inout Value,
      _ other: Value
    ) {
      guard field.register == self.field else { return }
      let new = Value(registerValue: self.value)
      value = new ?? other
      isKnown = new != nil
    }
  }
}

// MARK: - All of them

extension Item {
  /// Every field with its value, in the order of the fields' names.
  ///
  /// It builds the list in that order, since sorting would cost more than everything else here:
  /// "attr:…" and "blocker:…" come before every fixed name, "tag:…" between "status" and "title".
  var fieldValues: [(field: Field, value: JSONValue)] {
    var fixed = RegisterValues(status: statusRegister)
    withFields(&fixed)
    var values: [(field: Field, value: JSONValue)] = []
    values.reserveCapacity(
      fixed.values.count + tags.count + attributes.count + blockers.count
    )
    for (key, value) in attributes.sorted(by: { utf8Less($0.key, $1.key) }) {
      values.append((.attribute(key), value))
    }
    for id in blockers.sorted() { values.append((.blocker(id), true)) }
    let places = FixedOrder.all
    for (field, place) in places.beforeTags { values.append((.fixed(field), fixed.values[place])) }
    for tag in tags.sorted(by: utf8Less) { values.append((.tag(tag), true)) }
    for (field, place) in places.afterTags { values.append((.fixed(field), fixed.values[place])) }
    if !unknown.isEmpty { Item.merge(unknown, into: &values) }
    return values
  }

  private static func merge(
    _ unknown: JSONObject,
    into values: inout [(field: Field, value: JSONValue)]
  ) {
    for (name, value) in unknown {
      let field = Field(name: name)
      if let index = values.firstIndex(where: { $0.field == field }) {
        values[index].value = value
      } else {
        values.append((field, value))
      }
    }
    values.sort { utf8Less($0.field.name, $1.field.name) }
  }

  private struct RegisterValues: FieldVisitor {
    /// In the order of the table.
    var values: [JSONValue] = []
    let status: JSONValue

    init(status: JSONValue) {
      self.status = status
      values.reserveCapacity(16)
    }

    @inline(__always)
    mutating func visit<Value: FieldValue>(
      _ field: FieldDescription,
      _ value: inout Value,
      _ other: Value
    ) {
      guard let register = field.register, field.part != .completedAt else { return }
      values.append(register == .status ? status : value.registerValue)
    }
  }

  /// The fixed fields by name, with the position of each in the table.
  private struct FixedOrder {
    var beforeTags: [(field: Field.Fixed, place: Int)]
    var afterTags: [(field: Field.Fixed, place: Int)]

    static let all = {
      let fields = FieldDescription.all.filter { $0.part != .completedAt }.compactMap(\.register)
      let sorted = fields.enumerated().map { (field: $0.element, place: $0.offset) }
        .sorted { utf8Less($0.field.name, $1.field.name) }
      return FixedOrder(
        beforeTags: sorted.filter { utf8Less($0.field.name, "tag:") },
        afterTags: sorted.filter { !utf8Less($0.field.name, "tag:") }
      )
    }()
  }
}

// MARK: - Differences

extension Item {
  /// The fixed fields that came after the first version and that have a value here.
  func laterFields() -> [Field.Fixed] {
    var difference = Difference()
    withFields(beside: Item.blank, &difference)
    guard difference.mask & Field.Fixed.laterBits != 0 || !unknown.isEmpty else { return [] }
    return Field.Fixed.later.filter {
      difference.mask & $0.bit != 0 || unknown[$0.name] != nil
    }
  }

  /// The registers in which two states of one item differ.
  func changedFields(to new: Item) -> [Field] {
    var difference = Difference()
    withFields(beside: new, &difference)
    var fields: [Field] = []
    if difference.mask != 0 {
      for fixed in Field.Fixed.allCases where difference.mask & fixed.bit != 0 {
        fields.append(.fixed(fixed))
      }
    }
    if tags != new.tags { fields += tags.symmetricDifference(new.tags).map { .tag($0) } }
    if blockers != new.blockers {
      fields += blockers.symmetricDifference(new.blockers).map { .blocker($0) }
    }
    if !attributes.isEmpty || !new.attributes.isEmpty {
      let keys = Set(attributes.keys).union(new.attributes.keys)
      fields += keys.filter { attributes[$0] != new.attributes[$0] }.map { .attribute($0) }
    }
    if unknown != new.unknown {
      let names = JSONObject(unknown.map { ($0.key, .null) } + new.unknown.map { ($0.key, .null) })
      for name in names.keys where unknown[name] != new.unknown[name] {
        let field = Field(name: name)
        if !fields.contains(field) { fields.append(field) }
      }
      // Its parts have nobody's stamp but the whole's.
      if fields.contains(FormerAttribute.field) {
        let parts = new.attributes.keys.filter { $0.utf8.starts(with: FormerAttribute.prefix.utf8) }
        fields += parts.map { .attribute($0) }.filter { !fields.contains($0) }
      }
    }
    return fields
  }

  private struct Difference: FieldVisitor {
    var mask = 0

    @inline(__always)
    mutating func visit<Value: FieldValue>(
      _ field: FieldDescription,
      _ value: inout Value,
      _ other: Value
    ) {
      if let register = field.register, !Value.isSame(value, other) { mask |= register.bit }
    }
  }

  /// This item, replacing an older state: unknown values of that state stay, unless the field was
  /// set since or comes with another unknown value.
  func keepingUnknown(of old: Item) -> Item {
    guard !old.unknown.isEmpty || !unknown.isEmpty else { return self }
    var new = self
    new.unknown = old.unknown
    for field in old.changedFields(to: new) where new.unknown[field.name] != nil {
      new.unknown[field.name] = nil
    }
    for (name, _) in old.unknown where unknown[name] == nil {
      if case .unknown = Field(name: name) { continue }
      new.unknown[name] = nil
    }
    for (name, value) in unknown where value != old.unknown[name] {
      // An unknown value stands beside the default alone: another one was set since.
      if case .fixed(let fixed) = Field(name: name),
        new.knownValue(of: fixed) != Item.blank.knownValue(of: fixed)
      {
        continue
      }
      new.unknown[name] = value
    }
    return new
  }

  /// Removes a value of an unknown form from a part, so that its property counts.
  package mutating func replaceUnknown(_ part: ItemPart) {
    guard !unknown.isEmpty, let field = FieldDescription.all[part.rawValue].register else { return }
    unknown[field.name] = nil
  }
}
