/// Records the changes of one transaction in the form that HistoryChange.swift describes.
///
/// An added item costs only its id's text: a bulk import takes 39 bytes per item.
struct HistoryRecorder {
  private var bytes: [UInt8] = []
  private var group: HistoryOperation?
  private let limit: Int
  private(set) var counts = HistoryCounts()
  private(set) var firstItem: ItemID?
  /// Whether the changes exceed the limit.
  private(set) var isTooLarge = false

  init(limit: Int) { self.limit = limit }

  /// The whole text.
  consuming func text() -> [UInt8] {
    endGroup()
    bytes.append(UInt8(ascii: "]"))
    return bytes
  }

  /// Notes an operation on a whole item.
  mutating func note(_ operation: HistoryOperation, _ id: ItemID) {
    counts.add(1, operation)
    guard begin(id) else { return }
    if group == operation {
      bytes.append(UInt8(ascii: ","))
    } else {
      separate()
      bytes += "{\"\(operation.rawValue)\":[".utf8
      group = operation
    }
    bytes.append(UInt8(ascii: "\""))
    id.append(to: &bytes)
    bytes.append(UInt8(ascii: "\""))
  }

  /// Notes an edit of these fields.
  mutating func noteEdit(from old: Item, to new: Item, _ fields: [Field]) throws(StorageError) {
    counts.updated += 1
    guard begin(new.id) else { return }
    separate()
    var writer = JSONWriter(appendingTo: bytes)
    bytes = []
    do throws(JSONError) {
      writer.beginObject()
      writer.writeKey("edited")
      writer.writeItemID(new.id)
      writer.writeKey("fields")
      writer.beginObject()
      // In the order that JSONWriter gives the members when the text is read and written again.
      for (name, field) in fields.map({ ($0.name, $0) }).sorted(by: { utf8Less($0.0, $1.0) }) {
        writer.writeKey(name)
        writer.beginArray()
        try writer.writeValue(old.value(of: field))
        try writer.writeValue(new.value(of: field))
        writer.endArray()
      }
      writer.endObject()
      writer.endObject()
    } catch {
      throw .invalid("Item \(new.number) cannot be kept: \(error.message).")
    }
    bytes = writer.takeBytes()
  }

  /// Notes the item; false if the changes exceed the limit.
  private mutating func begin(_ id: ItemID) -> Bool {
    if firstItem == nil { firstItem = id }
    if !isTooLarge, bytes.count > limit {
      isTooLarge = true
      bytes = []
      group = nil
    }
    return !isTooLarge
  }

  /// Writes what goes before a new element.
  private mutating func separate() {
    endGroup()
    bytes.append(UInt8(ascii: bytes.isEmpty ? "[" : ","))
  }

  private mutating func endGroup() {
    guard group != nil else { return }
    bytes += "]}".utf8
    group = nil
  }
}
