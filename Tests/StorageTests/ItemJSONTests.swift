import Testing

@testable import Storage

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Reads one object from a text.
private func record(
  _ text: String,
  _ unknownKeys: ItemJSON.UnknownKeys = .becomeAttributes
) throws(JSONError) -> ItemJSON.Record {
  var reader = JSONReader(Array(text.utf8))
  let record = try ItemJSON.readRecord(from: &reader, unknownKeys: unknownKeys)
  try reader.finish()
  return record
}

private func text(_ item: Item, _ style: ItemJSON.Style) throws -> String {
  var writer = JSONWriter()
  try ItemJSON.write(item, to: &writer, style: style)
  return String(decoding: writer.bytes, as: UTF8.self)
}

private let sample = {
  var item = Item(id: ItemID(high: 0x0190_0000_0000_7000, low: 0x8000_0000_0000_0001), number: 12)
  item.title = "Buy \"milk\"\u{0}"
  item.priority = .high
  item.list = "home"
  item.tags = ["shop", "Zoo", "é"]
  item.updatedAt = Date(millisecondsSince1970: 1)
  item.attributes = ["b": 1, "a": ["x": 1.0]]
  return item
}()

@Suite struct ItemJSONTests {
  @Test func `a script sees every key, with nulls`() throws {
    #expect(
      try text(sample, .explicitNulls)
        == #"{"id":"01900000-0000-7000-8000-000000000001","number":12,"kind":"item","#
        + #""title":"Buy \"milk\"\u0000","notes":"","status":"open","priority":"high","#
        + #""list":"home","rank":"","tags":["Zoo","shop","é"],"start":null,"due":null,"repeat":null,"#
        + #""occurrence":null,"parent":null,"blockedBy":[],"#
        + #""createdAt":"1970-01-01T00:00:00.000Z","updatedAt":"1970-01-01T00:00:00.001Z","#
        + #""completedAt":null,"attributes":{"a":{"x":1.0},"b":1}}"#
    )
  }

  @Test func `a stored file leaves out what is nil, and the usual kind`() throws {
    let stored = try text(sample, .omittingNil)
    #expect(!stored.contains("null"))
    #expect(!stored.contains("kind"))
    var note = sample
    note.kind = "note"
    #expect(try text(note, .omittingNil).contains(#""number":12,"kind":"note","title""#))
  }

  @Test(arguments: [ItemJSON.Style.explicitNulls, .omittingNil])
  func `what is written is read back`(style: ItemJSON.Style) throws {
    var item = sample
    item.status = .done
    item.completedAt = Date(millisecondsSince1970: -1)
    item.due = .instant(Date(millisecondsSince1970: 1_900_000_000_123))
    let back = try record(try text(item, style))
    #expect(back.number == 12)
    #expect(back.draft.id == item.id)
    #expect(back.applied(to: item) == item)
    #expect(back.draft.createdAt == item.createdAt)
    #expect(back.draft.due == item.due)
    #expect(back.draft.completedAt == item.completedAt)
    #expect(back.draft.attributes == item.attributes)
  }

  @Test func `a title is enough`() throws {
    let draft = try record(#"{"title":"x"}"#).draft
    #expect(draft.id == nil && draft.kind == "item" && draft.list == "inbox")
    #expect(draft.status == .open && draft.priority == .none && draft.createdAt == nil)
  }

  @Test func `a distance from UTC is taken off`() throws {
    let draft = try record(#"{"title":"x","createdAt":"2008-04-19T21:54:30-04:00"}"#).draft
    #expect(draft.createdAt?.millisecondsSince1970 == 1_208_656_470_000)
  }

  @Test func `unknown keys become attributes, are kept apart, or are refused`() throws {
    let text = #"{"title":"x","project":"home","attributes":{"url":"u"},"nothing":null}"#
    #expect(try record(text).draft.attributes == ["project": "home", "url": "u"])
    #expect(try record(text, .keptApart).others == ["project": "home", "nothing": .null])
    #expect(try record(text, .keptApart).draft.attributes == ["url": "u"])
    #expect(throws: JSONError.self) { try record(text, .refused) }
  }

  @Test func `a record changes only what it gives`() throws {
    let id = #""id":"01900000-0000-7000-8000-000000000001""#
    var item = sample
    item.due = .instant(Date(millisecondsSince1970: 5))
    item.notes = "kept"
    let renamed = try record("{\(id),\"title\":\"New\"}").applied(to: item)
    #expect(renamed.title == "New" && renamed.notes == "kept" && renamed.due == item.due)
    let cleared = try record("{\(id),\"title\":\"New\",\"due\":null}").applied(to: item)
    #expect(cleared.due == nil && cleared.tags == item.tags)
    let added = try record("{\(id),\"title\":\"New\",\"c\":2}").applied(to: item)
    #expect(added.attributes == ["a": ["x": 1.0], "b": 1, "c": 2])
    let replaced = try record("{\(id),\"title\":\"New\",\"attributes\":{}}").applied(to: item)
    #expect(replaced.attributes.isEmpty)
  }

  @Test(arguments: [
    (#"{"notes":"x"}"#, #"line 1, column 1: the key "title" is missing"#),
    (#"{"title":null}"#, #"line 1, column 10: "title": expected a string, found null"#),
    (
      "{\"title\":\"x\",\n \"status\":\"secret\"}",
      #"line 2, column 11: "status": expected "open", "done" or "cancelled""#
    ),
    (
      #"{"title":"x","priority":1}"#,
      #"line 1, column 25: "priority": expected a string, found a number"#
    ),
    (
      #"{"title":"x","tags":"a"}"#,
      #"line 1, column 21: "tags": expected an array, found a string"#
    ),
    (
      #"{"title":"x","tags":["a",1]}"#,
      #"line 1, column 26: "tags": expected a string, found a number"#
    ),
    (
      #"{"title":"x","due":"soon"}"#,
      #"line 1, column 20: "due": the time is invalid: expected 4 digits for the year"#
    ),
    (
      #"{"title":"x","id":"12"}"#,
      #"line 1, column 19: "id": expected an id, 32 hexadecimal digits in groups of 8-4-4-4-12"#
    ),
    (
      #"{"title":"x","number":"12"}"#,
      #"line 1, column 23: "number": expected a number, found a string"#
    ),
    (
      #"{"title":"x","attributes":[]}"#,
      #"line 1, column 27: "attributes": expected an object, found an array"#
    ),
    (
      #"{"title":"x","url":1,"attributes":{"url":2}}"#,
      #"line 1, column 1: "url" is given twice, once within "attributes""#
    ),
    (
      #"{"title":"x","schema":5}"#,
      #"line 1, column 23: "schema": this program knows the versions up to 4, "#
        + "this is a later one"
    ),
    (#"{"title":"x","title":"y"}"#, #"line 1, column 14: the object has the key "title" twice"#),
    (#"["title"]"#, "line 1, column 1: expected an object, found an array"),
  ]) func `an error names the key, what was expected, and never the contents`(
    json: String,
    message: String
  ) {
    let error = #expect(throws: JSONError.self) { try record(json) }
    #expect(error?.description == message)
  }

  @Test func `a strict reading names the unknown key`() {
    let error = #expect(throws: JSONError.self) {
      try record(#"{"schema":1,"title":"x","project":"home"}"#, .refused)
    }
    #expect(error?.description == #"line 1, column 35: "project" is not a key of an item"#)
  }
}
