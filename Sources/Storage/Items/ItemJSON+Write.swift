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
    let keys = WrittenKeys.all
    writer.writeKey(keys.id)
    writer.writeItemID(item.id)
    writer.writeKey(keys.number)
    writer.writeInteger(Int64(item.number))
    if style == .explicitNulls || !utf8Equal(item.kind, Item.defaultKind) {
      writer.writeMember(keys.kind, item.kind)
    }
    writer.writeMember(keys.title, item.title)
    writer.writeMember(keys.notes, item.notes)
    writer.writeMember(keys.status, item.status.name)
    writer.writeMember(keys.priority, item.priority.name)
    writer.writeMember(keys.list, item.list)
    writer.writeKey(keys.tags)
    writer.beginArray()
    for tag in item.tags.sorted(by: utf8Less) { writer.writeString(tag) }
    writer.endArray()
    writer.writeMember(keys.dueAt, item.dueAt, style)
    writer.writeMember(keys.createdAt, item.createdAt, style)
    writer.writeMember(keys.updatedAt, item.updatedAt, style)
    writer.writeMember(keys.completedAt, item.completedAt, style)
    writer.writeKey(keys.attributes)
    try writer.writeValue(.object(JSONObject(item.attributes)))
  }

  /// The keys of an item, put together once for all items.
  private struct WrittenKeys {
    let id = JSONWriter.Key("id")
    let number = JSONWriter.Key("number")
    let kind = JSONWriter.Key("kind")
    let title = JSONWriter.Key("title")
    let notes = JSONWriter.Key("notes")
    let status = JSONWriter.Key("status")
    let priority = JSONWriter.Key("priority")
    let list = JSONWriter.Key("list")
    let tags = JSONWriter.Key("tags")
    let dueAt = JSONWriter.Key("dueAt")
    let createdAt = JSONWriter.Key("createdAt")
    let updatedAt = JSONWriter.Key("updatedAt")
    let completedAt = JSONWriter.Key("completedAt")
    let attributes = JSONWriter.Key("attributes")

    static let all = WrittenKeys()
  }
}

extension JSONWriter {
  fileprivate mutating func writeMember(_ key: Key, _ text: String) {
    writeKey(key)
    writeString(text)
  }

  fileprivate mutating func writeMember(_ key: Key, _ date: Date?, _ style: ItemJSON.Style) {
    if let date {
      writeKey(key)
      writeInstant(milliseconds: date.millisecondsSince1970)
    } else if style == .explicitNulls {
      writeKey(key)
      writeNull()
    }
  }
}
