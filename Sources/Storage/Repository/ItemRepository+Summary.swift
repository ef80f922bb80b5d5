extension ItemRepository {
  /// Reads every item that matches the filter, page by page; for backends that cannot count faster.
  ///
  /// If others write meanwhile, the pages show different moments.
  public func summary(_ query: SummaryQuery = SummaryQuery()) async throws(StorageError)
    -> ItemSummary
  {
    try query.check()
    var tally = SummaryTally(query)
    var lists = GroupTally()
    var tags = GroupTally()
    for try await items in pages(
      of: ItemQuery(query.filter, sort: [.ascending(.number)], zone: query.zone)
    ) {
      for item in items {
        tally.add(item)
        if query.groupings.contains(.list) { lists.add(item.list, item.status) }
        if query.groupings.contains(.tag) { item.tags.forEach { tags.add($0, item.status) } }
      }
    }
    return ItemSummary(
      counts: tally.counts,
      lists: lists.groups,
      tags: tags.groups,
      activity: tally.activity,
      due: tally.due
    )
  }
}

/// Counts by name; compares names by their UTF-8 bytes as the database does.
private struct GroupTally {
  private var counts: [[UInt8]: StatusCounts] = [:]

  mutating func add(_ name: String, _ status: Status) {
    counts[Array(name.utf8), default: StatusCounts()][status] += 1
  }

  var groups: [ItemSummary.Group] {
    counts.map {
      ItemSummary.Group(name: String(decoding: $0.key, as: UTF8.self), counts: $0.value)
    }
    .sorted { utf8Less($0.name, $1.name) }
  }
}
