// What the file keeps of an item for sync: one line under `sync.items`. Does not change once shipped.
//
// | key        | type    | meaning                                                             |
// | ---------- | ------- | ------------------------------------------------------------------- |
// | `sequence` | integer | the hub's number; left out if 0, never acknowledged                 |
// | `dirty`    | integer | mask of what the hub lacks, see Marks.swift; left out if 2^34, all |
// | `stamp`    | stamp   | of every field that `stamps` does not name                          |
// | `stamps`   | object  | field name → stamp; left out if none                                |
// | `marked`   | array   | names of those fields in `stamps` that are marked; left out if none |
// | `deletion` | stamp   | when and where deleted; left out if never                           |
// | `bases`    | object  | see Register+Base.swift; left out if none                           |
// | `unknown`  | object  | fields of later versions, verbatim; left out if none                |
//
// The content's digest follows, see ContentDigest.swift. A stamp is 26 digits, see
// Stamp+Text.swift; a field's name is the one in Field.swift.

/// An item's stamps, marks and unknown fields, and the digest of its content when they were written.
struct ItemSync: Sendable {
  var marks: Marks
  var unknown: JSONObject
  var digest: ContentDigest
}

extension ItemSync {
  /// Writes the line's object.
  func write(to writer: inout JSONWriter) throws(JSONError) {
    writer.beginObject()
    if marks.sequence != ReplicaItem.neverAcknowledged {
      writer.writeKey("sequence")
      writer.writeInteger(marks.sequence)
    }
    if marks.dirty != Marks.Bit.whole {
      writer.writeKey("dirty")
      writer.writeInteger(Int64(marks.dirty))
    }
    writer.writeMember("stamp", marks.base.text)
    writeExceptions(to: &writer)
    if let deletion = marks.deletion { writer.writeMember("deletion", deletion.text) }
    if !marks.bases.isEmpty {
      writer.writeKey("bases")
      try writer.writeValue(.object(JSONObject(bases: marks.bases)))
    }
    if !unknown.isEmpty {
      writer.writeKey("unknown")
      try writer.writeValue(.object(unknown))
    }
    digest.write(to: &writer)
    writer.endObject()
  }

  private func writeExceptions(to writer: inout JSONWriter) {
    guard !marks.exceptions.isEmpty else { return }
    writer.writeKey("stamps")
    writer.beginObject()
    for exception in marks.exceptions {
      writer.writeMember(exception.field.name, exception.stamp.text)
    }
    writer.endObject()
    let marked = marks.exceptions.filter(\.isDirty)
    guard !marked.isEmpty else { return }
    writer.writeKey("marked")
    writer.beginArray()
    for exception in marked { writer.writeString(exception.field.name) }
    writer.endArray()
  }
}

extension ContentDigest {
  fileprivate func write(to writer: inout JSONWriter) {
    writer.writeKey("digest")
    writer.beginObject()
    for fixed in Field.Fixed.allCases where self[fixed] != 0 {
      writer.writeMember(fixed.name, Hexadecimal.text(UInt64(self[fixed]), digits: 8))
    }
    writer.endObject()
    if !tags.isEmpty {
      writer.writeKey("tags")
      writer.beginArray()
      for tag in tags.sorted(by: utf8Less) { writer.writeString(tag) }
      writer.endArray()
    }
    if !blockers.isEmpty {
      writer.writeKey("blockedBy")
      writer.beginArray()
      for id in blockers.sorted() { writer.writeItemID(id) }
      writer.endArray()
    }
    if !attributes.isEmpty {
      writer.writeKey("attributes")
      writer.beginObject()
      for key in attributes.keys.sorted(by: utf8Less) {
        writer.writeMember(key, Hexadecimal.text(UInt64(attributes[key] ?? 0), digits: 8))
      }
      writer.endObject()
    }
  }
}

extension JSONWriter {
  fileprivate mutating func writeMember(_ key: String, _ text: String) {
    writeKey(key)
    writeString(text)
  }
}

/// Numbers as a fixed count of lower-case hexadecimal digits.
enum Hexadecimal {
  /// The digits, with zeros in front.
  static func text(_ number: UInt64, digits: Int) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(digits)
    for shift in stride(from: (digits - 1) * 4, through: 0, by: -4) {
      let digit = UInt8(number >> UInt64(shift) & 15)
      bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The number with this many digits, or nil.
  static func number(_ text: some Collection<UInt8>, digits: Int) -> UInt64? {
    guard text.count == digits else { return nil }
    var number: UInt64 = 0
    for byte in text {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        number = number << 4 | UInt64(byte - UInt8(ascii: "0"))
      case UInt8(ascii: "a")...UInt8(ascii: "f"):
        number = number << 4 | UInt64(byte - UInt8(ascii: "a") + 10)
      default: return nil
      }
    }
    return number
  }
}
