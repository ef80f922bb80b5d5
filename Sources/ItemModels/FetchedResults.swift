public import Observation
public import Storage

/// The results of a query, which follow the store.
@MainActor @Observable
public final class FetchedResults<Element: Sendable> {
  /// The state of the results: loading, ready, empty or failed.
  public private(set) var phase = Phase.loading
  /// The results in the query's order.
  public private(set) var elements: [Element] = []

  @ObservationIgnored private let repository: any ItemRepository
  @ObservationIgnored private var reading: LiveReading<Int, Result<[Element], StorageError>>?
  /// How many queries were loaded: the answer to an earlier one is not shown.
  @ObservationIgnored private var loads = 0

  /// The query, as a function that reads its results.
  fileprivate struct Fetch {
    /// A query whose answer depends on the time as this does.
    let time: ItemQuery
    let read: @Sendable (any ItemRepository) async throws(StorageError) -> [Element]
  }

  fileprivate init(repository: any ItemRepository, _ fetch: Fetch) {
    self.repository = repository
    start(fetch)
  }

  fileprivate func start(_ fetch: Fetch) {
    let (repository, read) = (repository, fetch.read)
    phase = .loading
    loads += 1
    let load = loads
    reading = LiveReading(
      repository,
      dependingOn: fetch.time,
      load,
      read: { _ in
        await Result.catching { () async throws(StorageError) in try await read(repository) }
      },
      show: { [weak self] answer in
        if let self, self.loads == load { self.show(answer) }
      }
    )
  }

  private func show(_ answer: Result<[Element], StorageError>) {
    switch answer {
    case .success(let elements):
      self.elements = elements
      phase = elements.isEmpty ? .empty : .ready
    case .failure(let error):
      phase = .failed(ModelFailure(error))
    }
  }

  /// Tries again after a failure.
  public func retry() async {
    phase = .loading
    await repository.reopenIfClosed()
    reading?.refresh()
  }
}

extension FetchedResults where Element == Item {
  /// Follows the items that a query finds in a repository.
  public convenience init(repository: any ItemRepository, query: ItemQuery) {
    self.init(repository: repository, .items(query))
  }

  /// Asks for other items; the items of the old query stay until the new ones have been read.
  public func load(_ query: ItemQuery) { start(.items(query)) }
}

extension FetchedResults {
  /// Follows the records of a type that a filter finds in a repository.
  public convenience init<Record: ItemRecord>(
    repository: any ItemRepository,
    where filter: RecordFilter<Record> = .all,
    sort: RecordSort<Record> = .standard,
    limit: Int? = nil
  ) where Element == StoredRecord<Record> {
    self.init(repository: repository, .records(filter, sort, limit))
  }

  /// Asks for other records; the records of the old filter stay until the new ones have been read.
  public func load<Record: ItemRecord>(
    where filter: RecordFilter<Record> = .all,
    sort: RecordSort<Record> = .standard,
    limit: Int? = nil
  ) where Element == StoredRecord<Record> {
    start(.records(filter, sort, limit))
  }
}

extension FetchedResults.Fetch where Element == Item {
  fileprivate static func items(_ query: ItemQuery) -> Self {
    Self(time: query) { repository throws(StorageError) in
      try await repository.page(query).items
    }
  }
}

extension FetchedResults.Fetch {
  fileprivate static func records<Record: ItemRecord>(
    _ filter: RecordFilter<Record>,
    _ sort: RecordSort<Record>,
    _ limit: Int?
  ) -> Self where Element == StoredRecord<Record> {
    Self(time: (try? ItemQuery(of: filter, sort: sort, limit: limit)) ?? ItemQuery()) {
      repository throws(StorageError) in
      let records = repository.records(of: Record.self)
      return try await records.query(filter, sort: sort, limit: limit)
    }
  }
}
