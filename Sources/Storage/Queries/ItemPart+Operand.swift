// The values of fields as columns keep them, by which queries compare and sort.

extension ItemPart {
  /// Whether its values have an order, by which they compare and sort.
  package var isOrdered: Bool {
    switch form {
    case .number, .text, .choice, .time, .dayOrTime: true
    case .id, .names, .ids, .object, .rule, .nominalDate: false
    }
  }

  /// A text as the part's column keeps it: names of lists are composed.
  func storedForm(of text: String) -> String { self == .list ? text.nfc : text }

  /// A value as the part's column keeps it; nil for null, and for what the part cannot have.
  func operand(_ json: JSONValue) -> ItemCursor.Value? {
    guard isOrdered else { return nil }
    var json = json
    if let text = json.string { json = .string(storedForm(of: text)) }
    var visitor = OperandReader(part: self, json: json)
    Item.blank.withFields(&visitor)
    return visitor.sink.value
  }
}

private struct OperandReader: FieldVisitor {
  let part: ItemPart
  let json: JSONValue
  let sink = OperandSink()

  mutating func visit<Value: FieldValue>(
    _ field: FieldDescription,
    _ value: inout Value,
    _ other: Value
  ) {
    if field.part == part { try? Value(jsonForm: json)?.put(in: sink) }
  }
}

/// Keeps what a column would get.
private final class OperandSink: ColumnSink {
  private(set) var value: ItemCursor.Value?

  func put(_ integer: Int64) { value = .integer(integer) }
  func put(_ text: String) { value = .text(text) }
  func put(_ id: ItemID) {}
  func put(names: Set<String>) {}
  func put(ids: [ItemID]) {}
  func put(object: [String: JSONValue]) {}
  func putNull() {}
}

extension ItemCursor.Value {
  /// Whether the first comes before the second, text by its UTF-8 bytes; values of two types have no order.
  static func < (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.integer(let left), .integer(let right)): left < right
    case (.real(let left), .real(let right)): left < right
    case (.text(let left), .text(let right)): utf8Less(left, right)
    default: false
    }
  }
}
