import ItemModels
import Observation
import Storage

/// How many items fit each of the places at the left; counted off the main actor, and again when the store changes.
@MainActor @Observable
final class PlaceCountsModel {
  private(set) var counts: [Place: Int] = [:]

  @ObservationIgnored private let repository: any ItemRepository
  @ObservationIgnored private let query: @Sendable ([String]) throws -> ItemQuery
  @ObservationIgnored private var places: [Place] = []
  @ObservationIgnored private var counting: Task<Void, Never>?

  /// The deleted items that are counted; beyond, there are more than a person restores by hand.
  nonisolated static let maxDeleted = 99

  init(
    repository: any ItemRepository,
    query: @escaping @Sendable ([String]) throws -> ItemQuery
  ) {
    self.repository = repository
    self.query = query
  }

  /// Counts these places from now on.
  func count(_ places: [Place]) {
    guard places != self.places else { return }
    self.places = places
    counting?.cancel()
    let (repository, query) = (repository, query)
    counting = Task { [weak self] in
      // The first notice comes at once; several that come during a count are one.
      let day = ItemQuery(.overdue, zone: .current)
      for await _ in repository.notices(dependingOn: day) {
        let counts = await PlaceCountsModel.counts(of: places, query, repository)
        guard !Task.isCancelled, let self else { return }
        if self.counts != counts { self.counts = counts }
      }
    }
  }

  @concurrent
  private static func counts(
    of places: [Place],
    _ query: @Sendable ([String]) throws -> ItemQuery,
    _ repository: any ItemRepository
  ) async -> [Place: Int] {
    var counts: [Place: Int] = [:]
    for place in places where !Task.isCancelled {
      guard var query = try? query(place.words) else { continue }
      guard query.scope == .live else {
        query.limit = maxDeleted + 1
        counts[place] = (try? await repository.page(query))?.items.count
        continue
      }
      counts[place] = try? await repository.count(query.filter)
    }
    return counts
  }

  deinit { counting?.cancel() }
}
