import CSQLiteFloor
import FoundationEssentials
import Storage

/// What a row holds, each column in the type that C gives.
struct FloorRecord {
  var id: [UInt8] = []
  /// The id in the history's text.
  var quotedID = ""
  var kind = ""
  var title = ""
  var notes = ""
  var status: Int64 = 0
  var priority: Int64 = 0
  var list = ""
  var packedTags = ""
  var tags: [String] = []
  var due: Int64?
  var created: Int64 = 0
  var updated: Int64 = 0
  var completed: Int64?
  var attributes: String?

  /// What the floor binds for a draft.
  init(_ draft: ItemDraft, id: ItemID) {
    self.id = FloorRecord.bytes(of: id)
    quotedID = "\"\(id)\","
    kind = draft.kind
    title = draft.title
    notes = draft.notes
    status = Int64(draft.status.rawValue)
    priority = Int64(draft.priority.rawValue)
    list = draft.list
    tags = draft.tags.sorted()
    packedTags = tags.joined(separator: "\u{1f}")
    due = draft.due.map(FloorRecord.column)
    created = draft.createdAt?.milliseconds ?? 0
    updated = draft.updatedAt?.milliseconds ?? 0
    completed = draft.completedAt?.milliseconds
    if !draft.attributes.isEmpty {
      attributes = JSONValue.object(JSONObject(draft.attributes)).description
    }
  }
}

extension FloorRecord {
  /// An id's 16 bytes, from its text.
  static func bytes(of id: ItemID) -> [UInt8] {
    let digits = id.description.utf8.filter { $0 != UInt8(ascii: "-") }
    return stride(from: 0, to: digits.count, by: 2).map { index in
      Floor.some(UInt8(String(decoding: digits[index..<index + 2], as: UTF8.self), radix: 16))
    }
  }
}

/// A row read into a struct of the same properties as `Item`, by the C API alone.
///
/// But for the attributes and the unknown fields, which stay as their text: how to read that is
/// already a layer.
extension FloorRecord {
  fileprivate static func column(_ value: DayOrInstant) -> Int64 {
    switch value {
    case .day(let day): 1 << 61 + Int64(day.daysSince1970)
    case .instant(let date): date.milliseconds
    }
  }
}

struct FloorItem {
  var number: Int64
  var id: (UInt64, UInt64)
  var kind: String
  var title: String
  var notes: String
  var status: Int64
  var priority: Int64
  var list: String
  var tags: Set<String>
  var start: DayOrInstant?
  var due: DayOrInstant?
  var rule: String?
  var occurrence: String?
  var hasParent: Bool
  var created: Date
  var updated: Date
  var completed: Date?
  var attributes: String?
  var unknown: String?

  init(_ row: OpaquePointer) {
    number = sqlite3_column_int64(row, 0)
    let bytes = Floor.some(sqlite3_column_blob(row, 1))
    id = (
      UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
      UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
    )
    kind = FloorItem.text(row, 2)
    title = FloorItem.text(row, 3)
    notes = FloorItem.text(row, 4)
    status = sqlite3_column_int64(row, 5)
    priority = sqlite3_column_int64(row, 6)
    list = FloorItem.text(row, 7)
    tags = FloorItem.tags(FloorItem.bytes(row, 8))
    start = FloorItem.optionalDay(row, 9)
    due = FloorItem.optionalDay(row, 10)
    rule = FloorItem.optionalText(row, 11)
    occurrence = FloorItem.optionalText(row, 12)
    hasParent = sqlite3_column_type(row, 13) != SQLITE_NULL
    created = FloorItem.date(sqlite3_column_int64(row, 14))
    updated = FloorItem.date(sqlite3_column_int64(row, 15))
    completed = FloorItem.optional(row, 16)
    attributes = FloorItem.optionalText(row, 17)
    unknown = FloorItem.optionalText(row, 18)
  }

  private static func bytes(_ row: OpaquePointer, _ column: Int32) -> UnsafeBufferPointer<UInt8> {
    let start = sqlite3_column_text(row, column)
    return UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(row, column)))
  }

  private static func text(_ row: OpaquePointer, _ column: Int32) -> String {
    String(decoding: bytes(row, column), as: UTF8.self)
  }

  private static func optionalText(_ row: OpaquePointer, _ column: Int32) -> String? {
    sqlite3_column_type(row, column) == SQLITE_NULL ? nil : text(row, column)
  }

  private static func tags(_ packed: UnsafeBufferPointer<UInt8>) -> Set<String> {
    if packed.isEmpty { return [] }
    return Set(
      packed.split(separator: 0x1f).map {
        String(decoding: UnsafeBufferPointer(rebasing: $0), as: UTF8.self)
      }
    )
  }

  private static func date(_ milliseconds: Int64) -> Date {
    Date(timeIntervalSince1970: Double(milliseconds) / 1_000)
  }

  private static func optionalDay(_ row: OpaquePointer, _ column: Int32) -> DayOrInstant? {
    guard sqlite3_column_type(row, column) != SQLITE_NULL else { return nil }
    let value = sqlite3_column_int64(row, column)
    guard value > 1 << 60 else { return .instant(date(value)) }
    return .day(CalendarDay(year: 1970, month: 1, day: 1).adding(days: Int(value - 1 << 61)))
  }

  private static func optional(_ row: OpaquePointer, _ column: Int32) -> Date? {
    sqlite3_column_type(row, column) == SQLITE_NULL
      ? nil : date(sqlite3_column_int64(row, column))
  }
}

extension Date {
  fileprivate var milliseconds: Int64 { Int64((timeIntervalSince1970 * 1_000).rounded()) }
}
