public import Observation
public import Storage

/// A search that goes on as a person types: what is outdated is given up, and never shown.
@MainActor @Observable
public final class SearchModel {
  /// The state of the search; `ready` without a text, and with results.
  public private(set) var phase = Phase.ready
  /// The best results, best first.
  public private(set) var results: [Item] = []
  /// How many items were found in all.
  public private(set) var total = 0
  /// The text that the results are for; it differs from ``text`` while a search runs.
  public private(set) var searched = ""

  /// The typed text; each change starts a search.
  public var text = "" {
    didSet { if text != oldValue { search() } }
  }

  @ObservationIgnored private let repository: any ItemRepository
  @ObservationIgnored private var reading: LiveReading<String, Result<Found, StorageError>>?

  private struct Found: Sendable {
    var text: String
    var items: [Item] = []
    var total = 0
  }

  /// Makes a search without a text.
  ///
  /// - Parameters:
  ///   - repository: The store.
  ///   - filter: Which items are searched.
  ///   - limit: The most results that are shown.
  public init(repository: any ItemRepository, filter: ItemFilter = .all, limit: Int = 50) {
    self.repository = repository
    reading = LiveReading(
      repository,
      "",
      read: { text in
        await Result.catching { () async throws(StorageError) in
          try await SearchModel.found(text, filter, limit, repository)
        }
      },
      show: { [weak self] answer in self?.show(answer) }
    )
  }

  private nonisolated static func found(
    _ text: String,
    _ filter: ItemFilter,
    _ limit: Int,
    _ repository: any ItemRepository
  ) async throws(StorageError) -> Found {
    let words = ItemFilter.text(text)
    guard text.contains(where: { !$0.isWhitespace }) else { return Found(text: text) }
    let query = ItemQuery(
      filter == .all ? words : .and([words, filter]),
      sort: [.ascending(.relevance)],
      limit: limit
    )
    let page = try await repository.page(query)
    let total = page.next == nil ? page.items.count : try await repository.count(query.filter)
    return Found(text: text, items: page.items, total: total)
  }

  private func search() {
    if phase.failure != nil || results.isEmpty { phase = .loading }
    reading?.ask(text)
  }

  private func show(_ answer: Result<Found, StorageError>) {
    switch answer {
    case .success(let found):
      searched = found.text
      if results != found.items { results = found.items }
      if total != found.total { total = found.total }
      let isEmpty = found.items.isEmpty && found.text.contains { !$0.isWhitespace }
      phase = isEmpty ? .empty : .ready
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
