extension ItemRecords {
  /// The records that match the filter, in this order, at most `limit` of them.
  ///
  /// ```swift
  /// let quick = try await recipes.query(\.minutes < 30, sort: .descending(\.rating), limit: 20)
  /// ```
  public func query(
    _ filter: RecordFilter<Record> = .all,
    sort: RecordSort<Record> = .standard,
    limit: Int? = nil
  ) async throws(StorageError) -> [StoredRecord<Record>] {
    try await page(filter, sort: sort, limit: limit).records
  }

  /// The first record that matches the filter in this order; nil if there is none.
  public func first(
    _ filter: RecordFilter<Record> = .all,
    sort: RecordSort<Record> = .standard
  ) async throws(StorageError) -> StoredRecord<Record>? {
    try await query(filter, sort: sort, limit: 1).first
  }

  /// The records that match the filter, at most `limit` of them, and the cursor of the next page.
  ///
  /// The next page has the same filter and order, and `after` is this page's ``RecordPage/next``.
  public func page(
    _ filter: RecordFilter<Record> = .all,
    sort: RecordSort<Record> = .standard,
    limit: Int? = nil,
    after: ItemCursor? = nil
  ) async throws(StorageError) -> RecordPage<Record> {
    try await page(for: ItemQuery(of: filter, sort: sort, limit: limit, after: after))
  }

  /// The records among the items of a query, which may have a zone of its own or ask for deleted items.
  public func records(for query: ItemQuery) async throws(StorageError) -> [StoredRecord<Record>] {
    try await page(for: query).records
  }

  /// The records among a query's items, at most ``ItemQuery/limit``, and the cursor of the next page.
  public func page(for query: ItemQuery) async throws(StorageError) -> RecordPage<Record> {
    try RecordPage(try await repository.page(query.restricted(toKind: Record.kind)))
  }

  /// The number of records that match the filter.
  public func count(
    _ filter: RecordFilter<Record> = .all
  ) async throws(StorageError) -> Int {
    try await repository.count(try filter.itemFilter().restricted(toKind: Record.kind))
  }
}

// The same within a transaction, with its own changes.
extension ItemTransactionRecords {
  /// The records that match the filter, in this order, at most `limit` of them.
  public func query(
    _ filter: RecordFilter<Record> = .all,
    sort: RecordSort<Record> = .standard,
    limit: Int? = nil
  ) throws(StorageError) -> [StoredRecord<Record>] {
    try page(for: ItemQuery(of: filter, sort: sort, limit: limit)).records
  }

  /// The first record that matches the filter in this order; nil if there is none.
  public func first(
    _ filter: RecordFilter<Record> = .all,
    sort: RecordSort<Record> = .standard
  ) throws(StorageError) -> StoredRecord<Record>? {
    try query(filter, sort: sort, limit: 1).first
  }

  /// The records among the items of a query, which may have a zone of its own or ask for deleted items.
  public func records(for query: ItemQuery) throws(StorageError) -> [StoredRecord<Record>] {
    try page(for: query).records
  }

  /// The records among a query's items, at most ``ItemQuery/limit``, and the cursor of the next page.
  public func page(for query: ItemQuery) throws(StorageError) -> RecordPage<Record> {
    try RecordPage(transaction.page(query.restricted(toKind: Record.kind)))
  }

  /// The number of records that match the filter.
  public func count(_ filter: RecordFilter<Record> = .all) throws(StorageError) -> Int {
    try transaction.count(try filter.itemFilter().restricted(toKind: Record.kind))
  }
}

extension ItemQuery {
  /// A query of records as one of items, without their kind.
  package init<Record: ItemRecord>(
    of filter: RecordFilter<Record>,
    sort: RecordSort<Record>,
    limit: Int? = nil,
    after: ItemCursor? = nil
  ) throws(StorageError) {
    self.init(try filter.itemFilter(), sort: try sort.itemSort(), limit: limit, after: after)
  }
}
