// Items written as JSON.

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

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
    writer.writeKey("id")
    writer.writeItemID(item.id)
    writer.writeKey("number")
    writer.writeInteger(Int64(item.number))
    if style == .explicitNulls || !utf8Equal(item.kind, Item.defaultKind) {
      writer.writeMember("kind", item.kind)
    }
    writer.writeMember("title", item.title)
    writer.writeMember("notes", item.notes)
    writer.writeMember("status", item.status.name)
    writer.writeMember("priority", item.priority.name)
    writer.writeMember("list", item.list)
    writer.writeKey("tags")
    writer.beginArray()
    for tag in item.tags.sorted(by: utf8Less) { writer.writeString(tag) }
    writer.endArray()
    writer.writeMember("dueAt", item.dueAt, style)
    writer.writeMember("createdAt", item.createdAt, style)
    writer.writeMember("updatedAt", item.updatedAt, style)
    writer.writeMember("completedAt", item.completedAt, style)
    writer.writeKey("attributes")
    try writer.writeValue(.object(JSONObject(item.attributes)))
  }
}

extension JSONWriter {
  fileprivate mutating func writeMember(_ key: String, _ text: String) {
    writeKey(key)
    writeString(text)
  }

  fileprivate mutating func writeMember(_ key: String, _ date: Date?, _ style: ItemJSON.Style) {
    if let date {
      writeKey(key)
      writeInstant(milliseconds: date.millisecondsSince1970)
    } else if style == .explicitNulls {
      writeKey(key)
      writeNull()
    }
  }
}
