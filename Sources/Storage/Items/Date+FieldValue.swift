#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

extension Date: FieldValue {
  package static var form: FieldForm { .time }

  package var normalised: Date { roundedToMilliseconds }

  package var isStorable: Bool { self >= Date.earliestStored && self <= Date.latestStored }

  package func write(to writer: inout JSONWriter) {
    writer.writeInstant(milliseconds: millisecondsSince1970)
  }

  package static func read(from reader: inout JSONReader) throws(JSONError) -> Date {
    Date(millisecondsSince1970: try reader.readInstant().milliseconds)
  }

  package var jsonForm: JSONValue { .string(ISO8601.string(milliseconds: millisecondsSince1970)) }

  package var registerValue: JSONValue { .integer(millisecondsSince1970) }

  package init?(jsonForm: JSONValue) {
    guard let text = jsonForm.string, let instant = try? ISO8601.parse(text) else { return nil }
    self.init(millisecondsSince1970: instant.milliseconds)
  }

  package init?(registerValue: JSONValue) {
    guard let milliseconds = registerValue.integer, Date.storedMilliseconds ~= milliseconds else {
      return nil
    }
    self.init(millisecondsSince1970: milliseconds)
  }

  @inline(__always)
  package func put(in column: some ColumnSink) { column.put(millisecondsSince1970) }

  @inline(__always)
  package static func take(from column: some ColumnSource) -> Date? {
    Date(millisecondsSince1970: column.integer)
  }
}
