/// A choice among named values; a column stores its number.
package protocol NamedFieldValue: FieldValue, RawRepresentable<Int>, CaseIterable {
  var name: String { get }
  init?(name: some StringProtocol)
}

extension NamedFieldValue {
  package static var form: FieldForm { .choice(allCases.map(\.name)) }

  package func write(to writer: inout JSONWriter) { writer.writeString(name) }

  package static func read(from reader: inout JSONReader) throws(JSONError) -> Self {
    _ = try reader.peek()
    let place = reader.offset
    guard let value = Self(name: try reader.readString()) else {
      let words = allCases.map { "\"\($0.name)\"" }
      let list = words.dropLast().joined(separator: ", ") + " or " + (words.last ?? "")
      throw reader.failure("expected \(list)", at: place)
    }
    return value
  }

  package var jsonForm: JSONValue { .string(name) }

  package init?(jsonForm: JSONValue) {
    guard let name = jsonForm.string else { return nil }
    self.init(name: name)
  }

  @inline(__always)
  package func put(in column: some ColumnSink) { column.put(Int64(rawValue)) }

  @inline(__always)
  package static func take(from column: some ColumnSource) -> Self? {
    Self(rawValue: Int(column.integer))
  }
}

extension Status: NamedFieldValue {}
extension Priority: NamedFieldValue {}
