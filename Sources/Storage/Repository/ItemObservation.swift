/// What a repository answers to one question, at the start and whenever the answer becomes another.
///
/// Made by ``ItemRepository/observe(reading:)`` and its short forms. Each element is the answer of
/// one moment, and the last state is never missed; answers that were overtaken while the consumer
/// was busy are left out. Throws what reading throws, and ends with that. Ends without an error when
/// the task is cancelled or the store is closed.
public struct ItemObservation<Value: Sendable & Equatable>: AsyncSequence, Sendable {
  /// One answer.
  public typealias Element = Value

  let changes: ChangeNotices
  let read: @Sendable () async throws(StorageError) -> Value

  /// Starts an observation of its own.
  public func makeAsyncIterator() -> Iterator {
    Iterator(changes: changes.makeAsyncIterator(), read: read)
  }

  /// Waits for answers; for one task at a time.
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

    /// The next answer that differs from the one before; nil at the end.
    ///
    /// One read for each notice.
    public mutating func next() async throws(StorageError) -> Value? {
      while changes != nil {
        let isNoticed = await changes?.next() != nil
        // Of a store that is closed from the start, the first read tells the reason.
        if !isNoticed { changes = nil }
        guard isNoticed || (last == nil && !Task.isCancelled) else { return nil }
        guard let value = try await answer() else { return nil }
        guard value != last else { continue }
        last = value
        return value
      }
      return nil
    }

    /// The answer now, or nil where the observation ended while it was being read.
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
  /// A query's answer, at the start and whenever it becomes another one.
  ///
  /// ```swift
  /// for try await page in repository.observe(ItemQuery(.status([.open]), limit: 50)) {
  ///   show(page.items)
  /// }
  /// ```
  public func observe(_ query: ItemQuery = ItemQuery()) -> ItemObservation<ItemPage> {
    observe { repository throws(StorageError) in try await repository.page(query) }
  }

  /// The number of live items that the filter holds for, at the start and whenever it changes.
  public func observeCount(_ filter: ItemFilter = .all) -> ItemObservation<Int> {
    observe { repository throws(StorageError) in try await repository.count(filter) }
  }

  /// The live item of that id or nil, at the start and whenever it changes.
  public func observe(_ id: ItemID) -> ItemObservation<Item?> {
    observe { repository throws(StorageError) in try await repository.item(id) }
  }

  /// What the closure makes of the store, at the start and whenever that becomes another value.
  public func observe<Value: Sendable & Equatable>(
    reading read: @escaping @Sendable (any ItemRepository) async throws(StorageError) -> Value
  ) -> ItemObservation<Value> {
    ItemObservation(changes: changes()) { () async throws(StorageError) in
      try await read(self)
    }
  }
}
