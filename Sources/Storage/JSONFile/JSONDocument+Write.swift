// Writes rows and the sync engine's data as text.

extension JSONDocument.Row {
  /// The text of a row of the table; `digest` is that of its content, if known already.
  init(_ row: ItemRow, digest: ContentDigest? = nil) throws(StorageError) {
    var item = row.item
    guard item.attributes.values.allSatisfy({ $0.isNested(atMost: Self.deepest) }),
      item.unknown.values.allSatisfy({ $0.isNested(atMost: Self.deepest) })
    else {
      throw .invalid(
        "An attribute of item \(item.number) is nested too deep for a JSON file: "
          + "more than \(Self.deepest) arrays and objects."
      )
    }
    number = item.number
    id = item.id
    isDeleted = !row.marks.isAlive
    do throws(JSONError) {
      let digest = if let digest { digest } else { try ContentDigest(of: item) }
      line = try Self.line(of: row, digest: digest)
      // The line has it.
      item.unknown = [:]
      self.item = try Self.text(of: item)
    } catch {
      throw .invalid("Item \(item.number) cannot be written as JSON: \(error.message).")
    }
  }

  /// How deep a value may be, so that the whole document can be read again.
  private static let deepest = JSONParser.maxDepth - 8

  /// A writer in the state in which an element of `items` or `deleted` begins.
  private static let writer = {
    var writer = JSONWriter(.pretty)
    writer.beginObject()
    writer.writeKey("items")
    writer.beginArray()
    _ = writer.takeBytes()
    return writer
  }()

  private static func text(of item: Item) throws(JSONError) -> [UInt8] {
    var writer = Self.writer
    writer.bytes.reserveCapacity(512 + item.notes.utf8.count)
    try ItemJSON.write(item, to: &writer, style: .omittingNil)
    return writer.takeBytes()
  }

  private static func line(
    of row: ItemRow,
    digest: ContentDigest
  ) throws(JSONError) -> [UInt8] {
    var bytes = Array("\n      \"".utf8)
    bytes.reserveCapacity(256)
    row.item.id.append(to: &bytes)
    bytes += "\": ".utf8
    var writer = JSONWriter(.compact, appendingTo: bytes)
    try ItemSync(marks: row.marks, unknown: row.item.unknown, digest: digest).write(to: &writer)
    return writer.takeBytes()
  }
}

extension JSONDocument {
  /// The members of `sync` after `items`.
  static func tail(
    state: [UInt8]?,
    conflicts: [SyncConflict]
  ) throws(StorageError) -> [UInt8] {
    guard state != nil || !conflicts.isEmpty else { return [] }
    var writer = JSONWriter(.pretty)
    writer.beginObject()
    writer.writeKey("sync")
    writer.beginObject()
    _ = writer.takeBytes()
    if let state {
      let text = String(validating: state, as: UTF8.self)
      writer.writeKey(text == nil ? "stateBase64" : "state")
      writer.writeString(text ?? Base64.text(state))
    }
    do throws(JSONError) {
      if !conflicts.isEmpty { try write(conflicts, to: &writer) }
    } catch {
      throw .invalid("A sync conflict cannot be written as JSON: \(error.message).")
    }
    return [UInt8(ascii: ",")] + writer.takeBytes()
  }

  private static func write(
    _ conflicts: [SyncConflict],
    to writer: inout JSONWriter
  ) throws(JSONError) {
    writer.writeKey("conflicts")
    writer.beginArray()
    for conflict in conflicts {
      writer.beginObject()
      writer.writeKey("number")
      writer.writeInteger(Int64(conflict.number))
      writer.writeKey("kind")
      writer.writeString(conflict.kind.name)
      writer.writeKey("item")
      writer.writeItemID(conflict.item)
      writer.writeKey("reason")
      writer.writeString(conflict.reason)
      writer.writeKey("time")
      writer.writeString(Hexadecimal.text(conflict.time, digits: 16))
      writer.writeKey("content")
      guard conflict.content.isNested(atMost: JSONParser.maxDepth - 8) else {
        throw JSONError(message: "it is nested too deep", position: nil)
      }
      try writer.writeValue(conflict.content)
      writer.endObject()
    }
    writer.endArray()
  }
}

extension SyncConflict.Kind {
  /// The word in the file; does not change once shipped.
  var name: String {
    switch self {
    case .quarantined: "quarantined"
    case .lost: "lost"
    case .overwritten: "overwritten"
    }
  }

  init?(name: String) {
    switch name {
    case "quarantined": self = .quarantined
    case "lost": self = .lost
    case "overwritten": self = .overwritten
    default: return nil
    }
  }
}
