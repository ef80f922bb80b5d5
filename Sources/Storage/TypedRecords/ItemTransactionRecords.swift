/// The records of one type within a transaction; valid only inside the transaction's body.
public struct ItemTransactionRecords<Record: ItemRecord> {
  /// The transaction, for other items.
  public let transaction: any ItemTransaction

  /// Adds a record as a new item; see ``ItemTransaction/add(_:)``.
  @discardableResult
  public func add(_ record: Record) throws(StorageError) -> StoredRecord<Record> {
    try StoredRecord(transaction.add(record.draft()))
  }

  /// The record with this id, or nil.
  public func record(_ id: ItemID) throws(StorageError) -> StoredRecord<Record>? {
    try transaction.item(id).ofKind(Record.self)
  }

  /// Saves what was changed in the record since it was read; see ``ItemRecords/update(_:)``.
  @discardableResult
  public func update(_ stored: StoredRecord<Record>) throws(StorageError) -> StoredRecord<Record> {
    let item = try item(stored.id)
    let changed = try stored.record.applied(to: item, since: stored.original)
    return try StoredRecord(transaction.update(changed))
  }

  /// Deletes the record.
  ///
  /// Throws ``StorageError/Code/notFound`` for an item that does not exist or has another kind.
  public func delete(_ id: ItemID) throws(StorageError) {
    try transaction.delete(item(id).id)
  }

  /// The record's item.
  func item(_ id: ItemID) throws(StorageError) -> Item {
    guard let item = try transaction.item(id), utf8Equal(item.kind, Record.kind) else {
      throw .notFound(id)
    }
    return item
  }
}

extension ItemTransaction {
  /// A typed view of the items that are records of this type.
  public func records<Record: ItemRecord>(of type: Record.Type) -> ItemTransactionRecords<Record> {
    ItemTransactionRecords(transaction: self)
  }
}
