#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A row of the table `items`: the item, whether it shows, and what sync keeps of it.
struct ItemRow {
  var item: Item
  var marks: Marks
  /// Fields of later versions by name, passed on verbatim.
  var unknown: JSONObject

  /// The columns of an item, in the order in which ``Statement/item()`` reads them.
  static let itemColumns = """
    items.number, items.id, items.kind, items.title, items.notes, items.status, items.priority, \
    items.list, items.tags, items.due_at, items.created_at, items.updated_at, items.completed_at, \
    items.attributes
    """

  /// Every column, in the order in which ``Statement/itemRow()`` reads them.
  static let allColumns =
    itemColumns
    + ", items.sequence, items.dirty, items.stamp, items.stamps, items.deletion, unknown"

  static let itemColumnCount = 14

  /// Between two tags of the column `tags`; no tag holds control characters.
  static let tagSeparator: UInt8 = 0x1f
}

extension ItemRow {
  /// Whether nothing but what sync keeps of the item is different, and it shows where it showed.
  func differsInMarksOnly(from old: ItemRow) -> Bool {
    marks.isAlive == old.marks.isAlive && unknown == old.unknown && item == old.item
  }
}

extension Statement {
  /// The item in the current row.
  func item() throws(StorageError) -> Item {
    let number = Int(integer(0))
    guard let id = itemID(1),
      let status = Status(rawValue: Int(integer(5))),
      let priority = Priority(rawValue: Int(integer(6)))
    else { throw damagedRow(number) }
    return Item(
      id: id,
      number: number,
      kind: text(2),
      title: text(3),
      notes: text(4),
      status: status,
      priority: priority,
      list: text(7),
      tags: Set(texts(8, separatedBy: ItemRow.tagSeparator)),
      dueAt: optionalInteger(9).map { Date(millisecondsSince1970: $0) },
      createdAt: Date(millisecondsSince1970: integer(10)),
      updatedAt: Date(millisecondsSince1970: integer(11)),
      completedAt: optionalInteger(12).map { Date(millisecondsSince1970: $0) },
      attributes: try attributes(13, number: number)
    )
  }

  /// The whole row.
  func itemRow() throws(StorageError) -> ItemRow {
    let item = try item()
    guard let base = stamp(16), let exceptions = Marks.exceptions(packed: blob(17)) else {
      throw damagedRow(item.number)
    }
    let marks = Marks(
      sequence: integer(14),
      dirty: Int(integer(15)),
      base: base,
      exceptions: exceptions,
      deletion: stamp(18)
    )
    return ItemRow(item: item, marks: marks, unknown: try object(19, number: item.number))
  }

  @inline(__always)
  private func attributes(
    _ column: Int,
    number: Int
  ) throws(StorageError) -> [String: JSONValue] {
    guard !isNull(column) else { return [:] }
    do throws(JSONError) {
      var reader = JSONReader(textBytes(column))
      let attributes = try reader.readDictionary()
      try reader.finish()
      return attributes
    } catch {
      throw damagedRow(number)
    }
  }

  private func damagedRow(_ number: Int) -> StorageError { damaged("The row of item \(number)") }

  /// A JSON object in a text column; empty for NULL.
  private func object(_ column: Int, number: Int) throws(StorageError) -> JSONObject {
    guard !isNull(column) else { return [:] }
    guard case .object(let object)? = try? JSONParser.parse(textBytes(column)) else {
      throw damagedRow(number)
    }
    return object
  }
}

extension Statement {
  /// Binds every column of a row, in the order of the table, to the parameters from 1 on.
  ///
  /// Returns the packed tags, which the search index takes as well.
  @discardableResult
  func bind(_ row: ItemRow) throws(StorageError) -> [UInt8] {
    let item = row.item
    let tags = item.packedTags
    bind(item.number, at: 1)
    bind(item.id, at: 2)
    bind(item.kind, at: 3)
    bind(item.title, at: 4)
    bind(item.notes, at: 5)
    bind(item.status.rawValue, at: 6)
    bind(item.priority.rawValue, at: 7)
    bind(item.list, at: 8)
    bindText(tags, at: 9)
    bind(item.dueAt?.millisecondsSince1970, at: 10)
    bind(item.createdAt.millisecondsSince1970, at: 11)
    bind(item.updatedAt.millisecondsSince1970, at: 12)
    bind(item.completedAt?.millisecondsSince1970, at: 13)
    try bind(item.attributes.isEmpty ? nil : JSONObject(item.attributes), at: 14)
    bind(row.marks.isAlive ? 0 : 1, at: 15)
    bind(row.marks.sequence, at: 16)
    bind(row.marks.dirty, at: 17)
    bind(row.marks.base, at: 18)
    bind(row.marks.packedExceptions, at: 19)
    bind(row.marks.deletion, at: 20)
    try bind(row.unknown.isEmpty ? nil : row.unknown, at: 21)
    return tags
  }

  /// Binds an object as canonical JSON, or NULL.
  private func bind(_ object: JSONObject?, at index: Int) throws(StorageError) {
    guard let object else { return bindNull(at: index) }
    do throws(JSONError) {
      bindText(try JSONWriter.bytes(of: .object(object)), at: index)
    } catch {
      throw .invalid("An attribute cannot be kept: \(error.message)")
    }
  }
}

extension Item {
  /// The tags as the column `tags` holds them: ordered by their bytes.
  var packedTags: [UInt8] {
    guard !tags.isEmpty else { return [] }
    var packed: [UInt8] = []
    for tag in tags.sorted(by: { utf8Less($0, $1) }) {
      if !packed.isEmpty { packed.append(ItemRow.tagSeparator) }
      packed.append(contentsOf: tag.utf8)
    }
    return packed
  }
}
