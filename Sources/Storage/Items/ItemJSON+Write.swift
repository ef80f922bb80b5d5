extension ItemJSON {
  /// Writes an item as an object.
  ///
  /// - Throws: ``JSONError`` for an attribute that holds a number that is not finite.
  package static func write(
    _ item: Item,
    to writer: inout JSONWriter,
    style: Style
  ) throws(JSONError) {
    writer.beginObject()
    try writeMembers(of: item, to: &writer, style: style)
    writer.endObject()
  }

  /// Writes an item's keys and values into an object that the caller begins and ends.
  ///
  /// - Throws: ``JSONError`` for an attribute that holds a number that is not finite.
  package static func writeMembers(
    of item: Item,
    to writer: inout JSONWriter,
    style: Style
  ) throws(JSONError) {
    var visitor = MemberWriter(writer: JSONWriter(), keys: Self.keys, style: style)
    swap(&visitor.writer, &writer)
    defer { swap(&visitor.writer, &writer) }
    try item.withFields(beside: Item.blank, &visitor)
    let unreadable = item.unreadable
    if !unreadable.isEmpty {
      visitor.writer.writeKey(Self.unknownKey)
      try visitor.writer.writeValue(.object(unreadable))
    }
  }

  /// The keys of an item, encoded once for all items.
  private static let keys = FieldDescription.all.map { JSONWriter.Key("\($0.key)") }

  private struct MemberWriter: FieldVisitor {
    typealias Failure = JSONError
    var writer: JSONWriter
    let keys: [JSONWriter.Key]
    let style: Style

    @inline(__always)
    mutating func visit<Value: FieldValue>(
      _ field: FieldDescription,
      _ value: inout Value,
      _ other: Value
    ) throws(JSONError) {
      if style == .omittingNil {
        if value.isNil || field.isLeftOutAsDefault && Value.isSame(value, other) { return }
      }
      writer.writeKey(keys[field.part.rawValue])
      try value.write(to: &writer)
    }
  }
}
