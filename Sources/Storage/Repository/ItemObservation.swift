/// The result of one read of a repository, at the start and whenever the result changes.
///
/// ``ItemRepository/observe(reading:)->ItemObservation<Value>`` and its short forms make it. Each element is the result at
/// one moment. The sequence never misses the last state; it skips results that were outdated while
/// the consumer was busy. An error of reading ends it. It ends without an error when the task is
/// cancelled or the store is closed.
public struct ItemObservation<Value: Sendable & Equatable>: AsyncSequence, Sendable {
  /// One result.
  public typealias Element = Value

  let changes: ChangeNotices
  let read: @Sendable () async throws(StorageError) -> Value
  var dependence: TimeDependence?
  var timer = DayTimer.live

  /// Starts an observation of its own.
  public func makeAsyncIterator() -> Iterator {
    let notices = TimedNotices(changes: changes, dependence: dependence, timer: timer)
    return Iterator(notices: notices.makeAsyncIterator(), read: read)
  }

  /// Waits for results; for one task at a time.
  public struct Iterator: AsyncIteratorProtocol {
    private var notices: TimedNotices.Iterator?
    private let read: @Sendable () async throws(StorageError) -> Value
    private var last: Value?

    fileprivate init(
      notices: TimedNotices.Iterator,
      read: @escaping @Sendable () async throws(StorageError) -> Value
    ) {
      self.notices = notices
      self.read = read
    }

    /// The next result that differs from the one before; nil at the end.
    ///
    /// One read for each notice.
    public mutating func next() async throws(StorageError) -> Value? {
      while notices != nil {
        let isNoticed = await notices?.next() != nil
        // If the store was closed from the start, the first read throws the reason.
        if !isNoticed { notices = nil }
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
        notices = nil
        if Task.isCancelled { return nil }
        if error.code == .closed, last != nil { return nil }
        throw error
      }
    }
  }
}

extension ItemRepository {
  /// A notice each time that the answer to a query may be another one, the first at once.
  package func notices(dependingOn query: ItemQuery, timer: DayTimer = .live) -> TimedNotices {
    TimedNotices(changes: changes(), dependence: query.timeDependence, timer: timer)
  }

  /// A query's page, at the start and whenever it changes.
  ///
  /// A query that depends on the day, the time or the zone runs again when these change.
  ///
  /// ```swift
  /// for try await page in repository.observe(ItemQuery(.status([.open]), limit: 50)) {
  ///   show(page.items)
  /// }
  /// ```
  public func observe(_ query: ItemQuery = ItemQuery()) -> ItemObservation<ItemPage> {
    observe(query, timer: .live)
  }

  /// A query's page, with a clock of a test.
  package func observe(_ query: ItemQuery, timer: DayTimer) -> ItemObservation<ItemPage> {
    var observation = observe { repository throws(StorageError) in
      try await repository.page(query)
    }
    observation.dependence = query.timeDependence
    observation.timer = timer
    return observation
  }

  /// The number of live items that match the filter, at the start and whenever it changes.
  public func observeCount(_ filter: ItemFilter = .all) -> ItemObservation<Int> {
    var observation = observe { repository throws(StorageError) in
      try await repository.count(filter)
    }
    observation.dependence = filter.timeDependence
    return observation
  }

  /// The live item with this id or nil, at the start and whenever it changes.
  public func observe(_ id: ItemID) -> ItemObservation<Item?> {
    observe { repository throws(StorageError) in try await repository.item(id) }
  }

  /// What the closure reads from the store, at the start and whenever that changes.
  ///
  /// Use this form in a function that throws only ``StorageError``: the closure begins with
  /// `{ store throws(StorageError) in`.
  public func observe<Value: Sendable & Equatable>(
    reading read: @escaping @Sendable (any ItemRepository) async throws(StorageError) -> Value
  ) -> ItemObservation<Value> {
    ItemObservation(changes: changes()) { () async throws(StorageError) in
      try await read(self)
    }
  }

  /// What the closure reads from the store, at the start and whenever that changes.
  ///
  /// An error of the closure ends the sequence, which throws it as it is.
  public func observe<Value: Sendable & Equatable>(
    reading read: @escaping @Sendable (any ItemRepository) async throws -> Value
  ) -> some AsyncSequence<Value, any Error> & Sendable {
    ItemReading(
      observation: observe { repository throws(StorageError) in
        try await BodyError.wrapping { try await read(repository) }
      }
    )
  }
}

/// An observation whose closure may throw anything.
private struct ItemReading<Value: Sendable & Equatable>: AsyncSequence, Sendable {
  let observation: ItemObservation<Value>

  func makeAsyncIterator() -> Iterator { Iterator(base: observation.makeAsyncIterator()) }

  struct Iterator: AsyncIteratorProtocol {
    var base: ItemObservation<Value>.Iterator

    mutating func next() async throws -> Value? {
      do throws(StorageError) {
        return try await base.next()
      } catch {
        throw BodyError.unwrapped(error)
      }
    }
  }
}
