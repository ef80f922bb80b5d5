import ItemModels
import Observation
import Storage

/// How many items fit each of the places at the left, and the lists and tags that there are.
///
/// They are counted off the main actor, one after the other, and again once the store has not changed for a while. Of 100,000
/// items this takes some tenths of a second, for which no key shall wait.
@MainActor @Observable
final class PlaceCountsModel {
  /// How many items fit each place that ``count(_:)`` was given.
  private(set) var counts: [Place: Int] = [:]
  /// The lists and the tags; nil before they were counted.
  private(set) var summary: ItemSummary?

  @ObservationIgnored private var reading: LiveReading<[Place], Answer>?

  private struct Answer: Sendable {
    var counts: [Place: Int]
    var summary: ItemSummary?
  }

  /// The deleted items that are counted; beyond, there are more than a person restores by hand.
  nonisolated static let maxDeleted = 99

  init(
    repository: any ItemRepository,
    query: @escaping @Sendable ([String]) throws -> ItemQuery,
    zone: LocalZone,
    after quiet: QuietTime?
  ) {
    reading = LiveReading(
      repository,
      dependingOn: ItemQuery(.overdue, zone: zone),
      [],
      read: { places in
        Answer(counts: await PlaceCountsModel.counts(of: places, query, repository))
      },
      complete: { answer, hasChanged in
        guard hasChanged else { return nil }
        let query = SummaryQuery(groupings: [.list, .tag], zone: zone)
        var answer = answer
        answer.summary = try? await repository.summary(query)
        return answer
      },
      after: quiet,
      show: { [weak self] answer in self?.show(answer) }
    )
  }

  private func show(_ answer: Answer) {
    if counts != answer.counts { counts = answer.counts }
    if let new = answer.summary, new != summary { summary = new }
  }

  /// Counts these places from now on.
  func count(_ places: [Place]) { reading?.ask(places) }

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
}
