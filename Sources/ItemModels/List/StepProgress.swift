import Storage

/// How many items stand directly under others, and how many of these are done.
struct StepProgress: Sendable {
  private var counts: [ItemID: (all: Int, done: Int)] = [:]

  /// The most items that are read to be counted; beyond, the store counts for each parent.
  private static let maxRead = 2_000
  /// The most parents for which the store counts.
  private static let maxCounted = 50

  init() {}

  /// Counts what stands directly under these items.
  init(under items: [Item], in repository: any ItemRepository) async throws(StorageError) {
    try await count(under: items, in: repository)
  }

  /// True if any of the items has another one under it.
  var hasSteps: Bool { !counts.isEmpty }

  /// The counts of an item; nil where nothing stands under it, or too much to be counted.
  subscript(id: ItemID) -> (all: Int, done: Int)? { counts[id] }

  /// Counts what stands directly under further items.
  mutating func count(
    under items: [Item],
    in repository: any ItemRepository
  ) async throws(StorageError) {
    guard !items.isEmpty else { return }
    let page = try await repository.page(
      ItemQuery(
        StepProgress.steps(under: Set(items.map(\.id))),
        sort: [.ascending(.number)],
        limit: StepProgress.maxRead
      )
    )
    let groups = Dictionary(grouping: page.items) { $0.parent }
    guard page.next != nil else {
      for case (let parent?, let steps) in groups {
        counts[parent] = (steps.count, steps.count { $0.status == .done })
      }
      return
    }
    for parent in groups.keys.compactMap(\.self).sorted().prefix(StepProgress.maxCounted) {
      let steps = StepProgress.steps(under: [parent])
      counts[parent] = (
        try await repository.count(steps),
        try await repository.count(.and([steps, .status([.done])]))
      )
    }
  }

  private static func steps(under parents: Set<ItemID>) -> ItemFilter {
    .and([.below(.ids(parents), levels: 1...1), .not(.status([.cancelled]))])
  }
}
