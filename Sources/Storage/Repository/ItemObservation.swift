/// The result of one read of a repository, at the start and whenever the result changes.
///
/// ``ItemRepository/observe(reading:)`` and its short forms make it. Each element is the result at
/// one moment. The sequence never misses the last state; it skips results that were outdated while
/// the consumer was busy. An error of reading ends it. It ends without an error when the task is
/// cancelled or the store is closed.
public struct ItemObservation<Value: Sendable & Equatable>: AsyncSequence, Sendable {
  /// One result.
  public typealias Element = Value

  let changes: ChangeNotices
  let read: @Sendable () async throws(StorageError) -> Value

  /// Starts an observation of its own.
  public func makeAsyncIterator() -> Iterator {
    Iterator(changes: changes.makeAsyncIterator(), read: read)
  }

  /// Waits for results; for one task at a time.
  public struct Iterator: AsyncIteratorProtocol {
    private var changes: ChangeNotices.Iterator?
    private let read: @Sendable () async throws(StorageError) -> Value
    private var last: Value?

    fileprivate init(
      changes: ChangeNotices.Iterator,
      read: @escaping @Sendable () async throws(StorageError) -> Value
    ) {
      self.changes = changes
      self.read = read
    }

    /// The next result that differs from the one before; nil at the end.
    ///
    /// One read for each notice.
    public mutating func next() async throws(StorageError) -> Value? {
      while changes != nil {
        let isNoticed = await changes?.next() != nil
        // If the store was closed from the start, the first read throws the reason.
        if !isNoticed { changes = nil }
        guard isNoticed || (last == nil && !Task.isCancelled) else { return nil }
        guard let value = try await answer() else { return nil }
        guard value != last else { continue }
        last = value
        return value
      }
      return nil
    }

    /// The current result, or nil if the observation ended during the read.
    private mutating func answer() async throws(StorageError) -> Value? {
      do throws(StorageError) {
        return try await read()
      } catch {
        changes = nil
        if Task.isCancelled { return nil }
        if error.code == .closed, last != nil { return nil }
        throw error
      }
    }
  }
}

extension ItemRepository {
  /// A query's page, at the start and whenever it changes.
  ///
  /// ```swift
  /// for try await page in repository.observe(ItemQuery(.status([.open]), limit: 50)) {
  ///   show(page.items)
  /// }
  /// ```
  public func observe(_ query: ItemQuery = ItemQuery()) -> ItemObservation<ItemPage> {
    observe { repository throws(StorageError) in try await repository.page(query) }
  }

  /// The number of live items that match the filter, at the start and whenever it changes.
  public func observeCount(_ filter: ItemFilter = .all) -> ItemObservation<Int> {
    observe { repository throws(StorageError) in try await repository.count(filter) }
  }

  /// The live item with this id or nil, at the start and whenever it changes.
  public func observe(_ id: ItemID) -> ItemObservation<Item?> {
    observe { repository throws(StorageError) in try await repository.item(id) }
  }

  /// What the closure reads from the store, at the start and whenever that changes.
  public func observe<Value: Sendable & Equatable>(
    reading read: @escaping @Sendable (any ItemRepository) async throws(StorageError) -> Value
  ) -> ItemObservation<Value> {
    ItemObservation(changes: changes()) { () async throws(StorageError) in
      try await read(self)
    }
  }
}
