// What figures of items promise.

import Expectations
import Storage
import Testing

extension RepositoryContract {
  static var summaryChecks: [ContractCheck] {
    [
      ContractCheck("a summary of nothing has only zeros, and what is not asked for is not there") {
        subject in
        let repository = subject.repository
        let bounds = [at(1_000), at(2_000)]
        let empty = try await repository.summary(
          SummaryQuery(groupings: [.list, .tag], activityBounds: bounds, dueBounds: [at(5)])
        )
        expect(empty.counts.total == 0 && empty.lists.isEmpty && empty.tags.isEmpty)
        expect(empty.activity == [.init(), .init(), .init()] && empty.due == [0, 0])
        try await repository.add(.everyPart)
        let bare = try await repository.summary(SummaryQuery())
        expect(bare == ItemSummary(counts: bare.counts) && bare.counts.total == 1)
      },
      ContractCheck("a moment that is a bound belongs to what comes after it") { subject in
        var draft = ItemDraft(title: "a", due: .instant(at(2_000)))
        draft.createdAt = at(1_000)
        try await subject.repository.add(draft)
        var done = try await subject.repository.add(draft)
        (done.status, done.completedAt) = (.done, at(3_000))
        try await subject.repository.update(done)
        let bounds = [at(1_000), at(1_001), at(3_000)]
        let summary = try await subject.repository.summary(
          SummaryQuery(activityBounds: bounds, dueBounds: [at(2_000), at(2_001)])
        )
        expect(summary.activity.map(\.added), equals: [0, 2, 0, 0])
        expect(summary.activity.map(\.done), equals: [0, 0, 0, 1])
        expect(summary.activity.map(\.growth), equals: [0, 2, 0, -1])
        expect(summary.due, equals: [0, 1, 0])
      },
      ContractCheck("names are told apart by their bytes, and deleted items are in no figure") {
        subject in
        let repository = subject.repository
        for list in ["é", "f\u{302}", "z\u{0}", "z", "Z"] {
          try await repository.add(ItemDraft(title: "a", list: list, tags: ["t", "ü"]))
        }
        let deleted = try await repository.add(ItemDraft(title: "b", list: "gone", tags: ["gone"]))
        try await repository.delete(deleted.id)
        let summary = try await repository.summary(SummaryQuery(groupings: [.list, .tag]))
        let names = summary.lists.map { Array($0.name.utf8) }
        expect(
          names,
          equals: ["Z", "z", "z\u{0}", "f\u{302}", "é"].map { Array($0.utf8) }.sorted(by: before)
        )
        expect(summary.lists.allSatisfy { $0.counts == StatusCounts(open: 1) })
        expect(summary.tags.map(\.name) == ["t", "ü"] && summary.counts == StatusCounts(open: 5))
      },
      ContractCheck("moments out of order are refused") { subject in
        for query in [
          SummaryQuery(activityBounds: [at(2), at(1)]), SummaryQuery(dueBounds: [at(2), at(1)]),
        ] {
          await subject.expect(.invalidQuery, "summary") {
            try await subject.repository.summary(query)
          }
        }
      },
      ContractCheck("figures are those that counting item by item gives") { subject in
        let repository = subject.repository
        try await repository.write { transaction throws(StorageError) in
          for draft in Fixture.full.drafts { try transaction.add(draft) }
          for draft in Fixture.large(count: 120).drafts { try transaction.add(draft) }
        }
        let items = try await repository.items(ItemQuery())
        let bounds = [items[10], items[50], items[100]].map(\.createdAt).sorted()
        for filter in [
          ItemFilter.all, .status([.open]), .tags(.any, ["recurring", "urgent"]), .text("the"),
          .not(.or([.list("home"), .tags(.all, ["papers"])])), .list("nowhere"),
        ] {
          let query = SummaryQuery(
            filter,
            groupings: [.list, .tag],
            activityBounds: bounds,
            dueBounds: bounds
          )
          let expected = counted(try await repository.items(ItemQuery(filter)), bounds)
          let summary = try await repository.summary(query)
          expect(summary, equals: expected, "\(filter)")
        }
      },
    ]
  }

  /// The same figures, counted another way: each one goes over all items.
  private static func counted(_ items: [Item], _ bounds: [Date]) -> ItemSummary {
    let edges = [.tooEarly] + bounds + [.tooLate]
    let periods = zip(edges, edges.dropFirst()).map { $0..<$1 }
    return ItemSummary(
      counts: counts(items),
      lists: Set(items.map(\.list)).sorted { before(Array($0.utf8), Array($1.utf8)) }
        .map { list in .init(name: list, counts: counts(items.filter { $0.list == list })) },
      tags: Set(items.flatMap(\.tags)).sorted { before(Array($0.utf8), Array($1.utf8)) }
        .map { tag in .init(name: tag, counts: counts(items.filter { $0.tags.contains(tag) })) },
      activity: periods.map { period in
        let closed = items.filter { $0.completedAt.map(period.contains) ?? false }
        var activity = ItemSummary.Activity()
        activity.added = items.count { period.contains($0.createdAt) }
        activity.done = closed.count { $0.status == .done }
        activity.cancelled = closed.count { $0.status == .cancelled }
        return activity
      },
      due: periods.map { period in
        items.count { $0.status == .open && ($0.due.map { isDue($0, in: period) } ?? false) }
      }
    )
  }

  private static func isDue(_ due: DayOrInstant, in period: Range<Date>) -> Bool {
    switch due {
    case .instant(let date): return period.contains(date)
    case .day(let day):
      let zone = LocalZone.current
      return day >= zone.day(of: period.lowerBound) && day < zone.day(of: period.upperBound)
    }
  }

  private static func counts(_ items: [Item]) -> StatusCounts {
    var counts = StatusCounts()
    for status in Status.allCases { counts[status] = items.count { $0.status == status } }
    return counts
  }

  private static func before(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    left.lexicographicallyPrecedes(right)
  }
}
