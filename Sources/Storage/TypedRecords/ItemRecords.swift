/// The records of one type in a repository with any backend.
///
/// It neither reads nor changes items of other kinds. Reading an item of the kind that does not fit
/// the type throws ``StorageError/Code/attributeMismatch``.
public struct ItemRecords<Record: ItemRecord>: Sendable {
  /// The repository with the records.
  public let repository: any ItemRepository

  /// Adds a record as a new item.
  ///
  /// Throws ``StorageError/Code/misuse`` for a type with a key that every item has by itself; see
  /// ``ItemRecord/parts``.
  @discardableResult
  public func add(_ record: Record) async throws(StorageError) -> StoredRecord<Record> {
    try await write { records throws(StorageError) in try records.add(record) }
  }

  /// Adds records in one transaction: all of them, or none.
  @discardableResult
  public func add(
    contentsOf records: some Sequence<Record> & Sendable
  ) async throws(StorageError) -> [StoredRecord<Record>] {
    try await write { transaction throws(StorageError) in
      var added: [StoredRecord<Record>] = []
      for record in records { added.append(try transaction.add(record)) }
      return added
    }
  }

  /// The record with this id, or nil.
  public func record(_ id: ItemID) async throws(StorageError) -> StoredRecord<Record>? {
    try await repository.item(id).ofKind(Record.self)
  }

  /// The record with this local number, or nil.
  public func record(number: Int) async throws(StorageError) -> StoredRecord<Record>? {
    try await repository.item(number: number).ofKind(Record.self)
  }

  /// Saves what was changed in the record since it was read, and returns it as stored.
  ///
  /// Properties that were not changed keep what others wrote meanwhile.
  /// Throws ``StorageError/Code/notFound`` for a record that is gone.
  @discardableResult
  public func update(
    _ stored: StoredRecord<Record>
  ) async throws(StorageError) -> StoredRecord<Record> {
    try await write { records throws(StorageError) in try records.update(stored) }
  }

  /// Reads, changes and saves the record with this id in one transaction.
  ///
  /// This is the form for a function that throws ``StorageError`` alone.
  @discardableResult
  public func update(
    _ id: ItemID,
    _ change: @escaping @Sendable (inout Record) throws(StorageError) -> Void
  ) async throws(StorageError) -> StoredRecord<Record> {
    try await write { records throws(StorageError) in
      guard var stored = try records.record(id) else { throw .notFound(id) }
      try change(&stored.record)
      return try records.update(stored)
    }
  }

  /// Reads, changes and saves the record with this id in one transaction.
  ///
  /// When the closure throws, nothing is changed and its error comes back as it is. Throws
  /// ``StorageError/Code/notFound`` for a record that is gone.
  @discardableResult
  public func update(
    _ id: ItemID,
    _ change: @escaping @Sendable (inout Record) throws -> Void
  ) async throws -> StoredRecord<Record> {
    try await write { records in
      guard var stored = try records.record(id) else { throw StorageError.notFound(id) }
      try change(&stored.record)
      return try records.update(stored)
    }
  }

  /// Deletes the record; ``ItemRepository/restore(_:)`` brings it back.
  public func delete(_ id: ItemID) async throws(StorageError) {
    try await write { records throws(StorageError) in try records.delete(id) }
  }

  /// Runs the body in one transaction: keeps all of its changes, or none.
  ///
  /// This is the form for a function that throws ``StorageError`` alone: the closure begins with
  /// `{ records throws(StorageError) in`.
  @discardableResult
  public func write<Value: Sendable>(
    _ body: @escaping @Sendable (ItemTransactionRecords<Record>) throws(StorageError) -> Value
  ) async throws(StorageError) -> Value {
    try await repository.write { transaction throws(StorageError) in
      try body(transaction.records(of: Record.self))
    }
  }

  /// Runs the body in one transaction: keeps all of its changes, or none.
  ///
  /// When the body throws, nothing is changed and its error comes back as it is.
  @discardableResult
  public func write<Value: Sendable>(
    _ body: @escaping @Sendable (ItemTransactionRecords<Record>) throws -> Value
  ) async throws -> Value {
    try await repository.write { transaction in
      try body(transaction.records(of: Record.self))
    }
  }
}

extension ItemRepository {
  /// A typed view of the items that are records of this type.
  public func records<Record: ItemRecord>(of type: Record.Type) -> ItemRecords<Record> {
    ItemRecords(repository: self)
  }
}

extension Item? {
  /// The item as a record, if it exists and has the record's kind.
  func ofKind<Record: ItemRecord>(
    _ type: Record.Type
  ) throws(StorageError) -> StoredRecord<Record>? {
    guard let self, utf8Equal(self.kind, Record.kind) else { return nil }
    return try StoredRecord(self)
  }
}

extension ItemQuery {
  /// The query for items of one kind.
  func restricted(toKind kind: String) -> ItemQuery {
    var query = self
    query.filter = filter.restricted(toKind: kind)
    return query
  }
}
