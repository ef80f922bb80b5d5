extension ItemRecords {
  /// The records that match the filter, at the start and whenever they change.
  ///
  /// ```swift
  /// for try await quick in recipes.observe(\.minutes < 30, sort: .ascending(\.minutes)) {
  ///   show(quick)
  /// }
  /// ```
  ///
  /// As ``ItemRepository/observe(_:)->ItemObservation<ItemPage>``: the last state is never missed, others
  /// may be; an error ends the sequence, and so do closing the store and cancelling the task.
  public func observe(
    _ filter: RecordFilter<Record> = .all,
    sort: RecordSort<Record> = .standard,
    limit: Int? = nil
  ) -> some AsyncSequence<[StoredRecord<Record>], StorageError> & Sendable {
    let observation: ItemObservation<ItemPage>
    do throws(StorageError) {
      let query = try ItemQuery(of: filter, sort: sort, limit: limit)
      observation = repository.observe(query.restricted(toKind: Record.kind))
    } catch {
      observation = repository.observe { _ throws(StorageError) -> ItemPage in throw error }
    }
    return RecordObservation(base: observation) { page throws(StorageError) in
      try RecordPage<Record>(page).records
    }
  }

  /// The record with this id or nil, at the start and whenever it changes.
  public func observe(
    _ id: ItemID
  ) -> some AsyncSequence<StoredRecord<Record>?, StorageError> & Sendable {
    RecordObservation(base: repository.observe(id)) { item throws(StorageError) in
      try item.ofKind(Record.self)
    }
  }

  /// The number of records that match the filter, at the start and whenever it changes.
  public func observeCount(_ filter: RecordFilter<Record> = .all) -> ItemObservation<Int> {
    do throws(StorageError) {
      return repository.observeCount(try filter.itemFilter().restricted(toKind: Record.kind))
    } catch {
      return repository.observe { _ throws(StorageError) -> Int in throw error }
    }
  }
}

/// An observation of items, read as records.
private struct RecordObservation<Read: Sendable & Equatable, Value>: AsyncSequence, Sendable {
  let base: ItemObservation<Read>
  let transform: @Sendable (Read) throws(StorageError) -> Value

  func makeAsyncIterator() -> Iterator {
    Iterator(base: base.makeAsyncIterator(), transform: transform)
  }

  struct Iterator: AsyncIteratorProtocol {
    var base: ItemObservation<Read>.Iterator
    let transform: @Sendable (Read) throws(StorageError) -> Value

    mutating func next() async throws(StorageError) -> Value? {
      guard let read = try await base.next() else { return nil }
      return try transform(read)
    }
  }
}
