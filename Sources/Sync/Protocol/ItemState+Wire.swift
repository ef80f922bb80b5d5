// Registers in messages. Does not change once shipped.
//
// | member | type   | meaning                                                             |
// | `t`    | stamp  | the stamp of every register that `ft` does not name                 |
// | `f`    | object | name → value of each register                                       |
// | `ft`   | object | name → stamp, for registers whose stamp is not `t`; left out if none |
// | `d`    | stamp  | when the item was deleted; left out if it never was                 |
// | `u`    | stamp  | in place of `t`, where the register `updated` has that stamp and    |
// |        |        | its milliseconds, and is not in `f`: so it is of nearly every edit  |
//
// The stamp in `t` or `u` is the one that most registers have (of equally frequent ones the greatest).
// It is there even without registers, as the zero stamp. In hub files of earlier builds `u` is 1, and
// `t` is there as well. Names may be those of a later version; values are kept as they came.

package import Storage

extension ItemState {
  /// The state as an object, in the form that conflicts store: every register under its name.
  package var json: JSONValue {
    var writer = JSONWriter()
    write(to: &writer, isShort: false)
    return (try? JSONParser.parse(writer.bytes)) ?? .null
  }

  /// The state's JSON in the form that a hub file stores.
  package var bytes: [UInt8] {
    var writer = JSONWriter()
    writer.bytes.reserveCapacity(estimatedBytes)
    write(to: &writer)
    return writer.bytes
  }

  /// Writes an object: the state's members, with what else a message says of the item.
  ///
  /// Writes into the message's bytes, in the order of the names: building a tree of each item would
  /// cost more than all other work on it.
  func write(
    to writer: inout JSONWriter,
    id: ItemID? = nil,
    sequence: Int64? = nil,
    isShort: Bool = true
  ) {
    let base = entries.mostFrequentStamp { $0.stamp }
    writer.beginObject()
    if let deletion {
      writer.writeKey("d")
      writer.writeString(deletion.text)
    }
    writer.writeKey("f")
    writer.beginObject()
    let isTold = isShort && isUpdateTold(by: base)
    for entry in entries where !(isTold && entry.isUpdate) {
      writer.writeKey(entry.name)
      writer.writeJSON(entry.value)
    }
    writer.endObject()
    writeExceptions(from: base, to: &writer)
    if let id {
      writer.writeKey("i")
      writer.writeItemID(id)
    }
    if let sequence {
      writer.writeKey("q")
      writer.writeInteger(sequence)
    }
    writer.writeKey(isTold ? "u" : "t")
    writer.writeString(base.text)
    writer.endObject()
  }

  /// Whether the time of the last edit follows from its stamp.
  private func isUpdateTold(by base: Stamp) -> Bool {
    entries.contains {
      $0.isUpdate && $0.stamp == base && $0.value == .integer(base.milliseconds)
    }
  }

  private func writeExceptions(from base: Stamp, to writer: inout JSONWriter) {
    guard entries.contains(where: { $0.stamp != base }) else { return }
    writer.writeKey("ft")
    writer.beginObject()
    for entry in entries where entry.stamp != base {
      writer.writeKey(entry.name)
      writer.writeString(entry.stamp.text)
    }
    writer.endObject()
  }
}

extension JSONWriter {
  /// Writes a value that was read or stored: only a double that is not finite cannot be written.
  mutating func writeJSON(_ value: JSONValue) {
    do { try writeValue(value) } catch { writeNull() }
  }
}

extension ItemState.Entry {
  static let updated = Field.Fixed.updated.name

  /// Whether this is the time of the last edit.
  var isUpdate: Bool { name == Self.updated }
}

extension ItemID {
  init(wire value: JSONValue) throws(WireError) {
    guard case .string(let text) = value, let id = ItemID(text) else {
      throw WireError("An item's id is not a UUID.")
    }
    self = id
  }
}
