/// A record as a store returned it, with the item behind it.
///
/// The record's own properties can be used directly: `bookmark.visits += 1` changes the record, and
/// ``ItemRecords/update(_:)`` saves it.
@dynamicMemberLookup
public struct StoredRecord<Record: ItemRecord>: Sendable, Identifiable {
  /// The record, to be changed.
  public var record: Record

  /// The item that the record was read from.
  public let item: Item

  /// The record as it was read.
  let original: Record

  /// The identity on every device.
  public var id: ItemID { item.id }

  init(_ item: Item) throws(StorageError) {
    original = try Record(item)
    record = original
    self.item = item
  }

  /// A property of the record.
  public subscript<Value>(dynamicMember keyPath: KeyPath<Record, Value>) -> Value {
    record[keyPath: keyPath]
  }

  /// A property of the record that can be set.
  public subscript<Value>(dynamicMember keyPath: WritableKeyPath<Record, Value>) -> Value {
    get { record[keyPath: keyPath] }
    set { record[keyPath: keyPath] = newValue }
  }
}

extension StoredRecord: Equatable where Record: Equatable {}

/// One page of a query's records, with the cursor of the next page.
public struct RecordPage<Record: ItemRecord>: Sendable {
  /// The records, in the query's order.
  public var records: [StoredRecord<Record>]
  /// The value of ``ItemQuery/after`` for the records after these; nil if there are none.
  public var next: ItemCursor?

  init(_ page: ItemPage) throws(StorageError) {
    records = []
    for item in page.items { records.append(try StoredRecord(item)) }
    next = page.next
  }
}
