/// The changes of one transaction in the form that HistoryChange.swift tells.
///
/// An added item costs its id's text; a bulk import is remembered in 39 bytes an item.
struct HistoryRecorder {
  /// What happens to whole items, under the name that the text has for it.
  enum Operation: String {
    case added, deleted, restored
  }

  private var bytes: [UInt8] = []
  private var group: Operation?
  private let limit: Int
  private(set) var counts = HistoryCounts()
  private(set) var firstItem: ItemID?
  /// Whether there was more than may be kept.
  private(set) var isTooLarge = false

  init(limit: Int) { self.limit = limit }

  /// The whole text.
  consuming func text() -> [UInt8] {
    endGroup()
    bytes.append(UInt8(ascii: "]"))
    return bytes
  }

  /// Notes what happened to a whole item.
  mutating func note(_ operation: Operation, _ id: ItemID) {
    switch operation {
    case .added: counts.added += 1
    case .deleted: counts.deleted += 1
    case .restored: counts.restored += 1
    }
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
      // As JSON has them when it is read and written again.
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

  /// Notes the item; false where there is too much already.
  private mutating func begin(_ id: ItemID) -> Bool {
    if firstItem == nil { firstItem = id }
    if !isTooLarge, bytes.count > limit {
      isTooLarge = true
      bytes = []
      group = nil
    }
    return !isTooLarge
  }

  /// Puts what must stand in front of a new element.
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
