extension ItemRecords {
  /// Adds records, or saves them over those that have the same key, in one transaction.
  ///
  /// ```swift
  /// try await bookmarks.upsert(imported, by: \.url)
  /// ```
  ///
  /// The key is any property of the record. Of several stored records with a key, the one with the lowest
  /// number is taken; of several given ones, each is saved over the one before. A record whose key is nil
  /// is added. Attributes that the type does not know stay. Declare an ``AttributeIndex`` of the key: without
  /// one, each 500 records look at every record.
  ///
  /// - Returns: The records as stored, in the order in which they were given.
  @discardableResult
  public func upsert<Key: Encodable & Sendable>(
    _ records: some Sequence<Record> & Sendable,
    by key: any KeyPath<Record, Key> & Sendable
  ) async throws(StorageError) -> [StoredRecord<Record>] {
    try await upsert(records, by: key) { stored, given in stored = given }
  }

  /// Adds records, or merges each into the one that has the same key, in one transaction.
  ///
  /// ```swift
  /// try await bookmarks.upsert(imported, by: \.url) { stored, given in
  ///   stored.title = given.title
  ///   stored.tags.formUnion(given.tags)
  /// }
  /// ```
  @discardableResult
  public func upsert<Key: Encodable & Sendable>(
    _ records: some Sequence<Record> & Sendable,
    by key: any KeyPath<Record, Key> & Sendable,
    merging merge: @escaping @Sendable (_ stored: inout Record, _ given: Record) -> Void
  ) async throws(StorageError) -> [StoredRecord<Record>] {
    try await write { transaction throws(StorageError) in
      try transaction.upsert(records, by: key, merging: merge)
    }
  }
}

extension ItemTransactionRecords {
  /// Adds records, or merges each into the one that has the same key; see ``ItemRecords/upsert(_:by:merging:)``.
  @discardableResult
  public func upsert<Key: Encodable>(
    _ records: some Sequence<Record>,
    by key: KeyPath<Record, Key>,
    merging merge: (_ stored: inout Record, _ given: Record) -> Void = { $0 = $1 }
  ) throws(StorageError) -> [StoredRecord<Record>] {
    let given = Array(records)
    var known: [JSONValue: StoredRecord<Record>] = [:]
    var result: [StoredRecord<Record>] = []
    result.reserveCapacity(given.count)
    for start in stride(from: 0, to: given.count, by: Self.chunk) {
      let chunk = given[start..<min(start + Self.chunk, given.count)]
      var keys: [JSONValue?] = []
      for record in chunk { keys.append(try Self.value(of: record, at: key)) }
      let unknown = Set(keys.compactMap(\.self)).filter { known[$0] == nil }
      for stored in try query(
        .isOne(of: Array(unknown), at: key),
        sort: .items([.ascending(.number)])
      ) {
        guard let value = try Self.value(of: stored.record, at: key), known[value] == nil else {
          continue
        }
        known[value] = stored
      }
      for (record, value) in zip(chunk, keys) {
        let stored: StoredRecord<Record>
        if let value, var old = known[value] {
          merge(&old.record, record)
          stored = try update(old)
        } else {
          stored = try add(record)
        }
        if let value { known[value] = stored }
        result.append(stored)
      }
    }
    return result
  }

  /// How many keys are looked up at once.
  private static var chunk: Int { 500 }

  /// The key of a record as it is kept; nil for none.
  private static func value<Key: Encodable>(
    of record: Record,
    at key: KeyPath<Record, Key>
  ) throws(StorageError) -> JSONValue? {
    do throws(JSONError) {
      let value = try JSONValue(encoding: record[keyPath: key])
      return value == .null ? nil : value
    } catch {
      throw .invalid("The key of a \(Record.self) cannot be kept: \(error.message).")
    }
  }
}
