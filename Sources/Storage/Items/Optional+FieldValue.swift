extension Optional: FieldValue where Wrapped: FieldValue {
  package static var form: FieldForm { Wrapped.form }

  @inline(__always)
  package static func isSame(_ left: Wrapped?, _ right: Wrapped?) -> Bool {
    switch (left, right) {
    case (nil, nil): true
    case (let left?, let right?): Wrapped.isSame(left, right)
    default: false
    }
  }

  package var normalised: Wrapped? { map(\.normalised) }

  package var isStorable: Bool { self?.isStorable ?? true }

  package var isNil: Bool { self == nil }

  package func write(to writer: inout JSONWriter) throws(JSONError) {
    if let self { try self.write(to: &writer) } else { writer.writeNull() }
  }

  package static func read(from reader: inout JSONReader) throws(JSONError) -> Wrapped? {
    try reader.readNull() ? nil : try Wrapped.read(from: &reader)
  }

  package var jsonForm: JSONValue { self?.jsonForm ?? .null }

  package var registerValue: JSONValue { self?.registerValue ?? .null }

  package init?(jsonForm: JSONValue) {
    if jsonForm == .null {
      self = .none
    } else {
      guard let value = Wrapped(jsonForm: jsonForm) else { return nil }
      self = value
    }
  }

  package init?(registerValue: JSONValue) {
    if registerValue == .null {
      self = .none
    } else {
      guard let value = Wrapped(registerValue: registerValue) else { return nil }
      self = value
    }
  }

  @inline(__always)
  package func put(in column: some ColumnSink) throws(StorageError) {
    if let self { try self.put(in: column) } else { column.putNull() }
  }

  @inline(__always)
  package static func take(from column: some ColumnSource) -> Wrapped?? {
    // A value that is not zero cannot be NULL, which saves most second calls.
    if column.integer == 0, column.isNull { return .some(.none) }
    guard let value = Wrapped.take(from: column) else { return nil }
    return .some(value)
  }
}
