public import Observation
public import Storage

/// Figures of the items, as they stand.
@MainActor @Observable
public final class StatsModel {
  /// The state of the figures; `empty` if no item matches.
  public private(set) var phase = Phase.loading
  /// The figures; nil before they were read.
  public private(set) var summary: ItemSummary?

  @ObservationIgnored private let repository: any ItemRepository
  @ObservationIgnored private var reading:
    LiveReading<SummaryQuery, Result<ItemSummary, StorageError>>?

  /// Makes figures and starts reading them.
  public init(repository: any ItemRepository, query: SummaryQuery) {
    self.repository = repository
    reading = LiveReading(
      repository,
      dependingOn: ItemQuery(query.filter, zone: query.zone),
      query,
      read: { query in
        await Result.catching { () async throws(StorageError) in
          try await repository.summary(query)
        }
      },
      show: { [weak self] answer in self?.show(answer) }
    )
  }

  private func show(_ answer: Result<ItemSummary, StorageError>) {
    switch answer {
    case .success(let summary):
      if self.summary != summary { self.summary = summary }
      phase = summary.counts.total == 0 ? .empty : .ready
    case .failure(let error):
      phase = .failed(ModelFailure(error))
    }
  }

  /// Asks for other figures.
  public func show(_ query: SummaryQuery) { reading?.ask(query) }

  /// Tries again after a failure.
  public func retry() async {
    phase = .loading
    await repository.reopenIfClosed()
    reading?.refresh()
  }
}
