// The order by what to do next.

import Expectations
import Storage
import Testing

extension RepositoryContract {
  static var urgencyChecks: [ContractCheck] {
    [
      urgencyCheck("items come in the groups of the rule, then by due date") { subject in
        try await subject.expect(ItemQuery.nextSort, gives: order)
        try await subject.expect(
          [.descending(.urgency), .ascending(.number)],
          gives: [
            "done", "cancelled", "starts tomorrow", "overdue but starts later", "later", "low",
            "none", "medium", "medium, in 8 days", "in a week", "tomorrow", "high",
            "high, tomorrow", "high, in a month", "at noon", "today", "yesterday", "this morning",
          ]
        )
      },
      urgencyCheck("the first pages hold when the time goes on") { subject in
        var query = ItemQuery(sort: ItemQuery.nextSort, limit: 3, zone: .utc)
        let first = try await subject.repository.page(query)
        subject.clock.advance(milliseconds: 86_400_000)
        query.after = first.next
        query.limit = nil
        let rest = try await subject.repository.page(query)
        expect((first.items + rest.items).map(\.title), equals: order)
        query.after = nil
        let now = try await subject.repository.page(query).items.map(\.title)
        expect(
          Array(now.prefix(7)),
          equals: [
            "overdue but starts later", "yesterday", "today", "this morning", "at noon",
            "high, tomorrow", "tomorrow",
          ]
        )
      },
      urgencyCheck("what waits for an open item is behind, until that is done") { subject in
        let repository = subject.repository
        let found = try await repository.page(ItemQuery(.field(.title, .oneOf(["none", "today"]))))
        var blocked = try require(found.items.first { $0.title == "today" })
        var blocker = try require(found.items.first { $0.title == "none" })
        blocked.blockers = [blocker.id]
        blocked = try await repository.update(blocked)
        let behind = order.filter { $0 != "today" }
        let starts = try require(behind.firstIndex(of: "starts tomorrow"))
        // Of the group, it is due after the first and before the second, which has no due date.
        let expected = behind[..<starts] + ["today"] + behind[starts...]
        try await subject.expect(ItemQuery.nextSort, gives: Array(expected))
        var walked: [String] = []
        var query = ItemQuery(sort: ItemQuery.nextSort, limit: 1, zone: .utc)
        repeat {
          let page = try await repository.page(query)
          walked += page.items.map(\.title)
          query.after = page.next
        } while query.after != nil
        expect(walked, equals: Array(expected))
        blocker.status = .done
        try await repository.update(blocker)
        let titles = try await repository.page(ItemQuery(sort: ItemQuery.nextSort, zone: .utc))
          .items.map(\.title)
        expect(titles.prefix(3) == ["yesterday", "this morning", "today"])
      },
      urgencyCheck("today is the day of the query's zone") { subject in
        let east = LocalZone.fixed(secondsFromGMT: 14 * 3_600)
        let query = ItemQuery(sort: ItemQuery.nextSort, zone: east)
        let titles = try await subject.repository.page(query).items.map(\.title)
        expect(titles.prefix(3) == ["yesterday", "today", "this morning"])
        var other = ItemQuery(sort: ItemQuery.nextSort, limit: 1, zone: .utc)
        other.after = try await subject.repository.page(
          ItemQuery(sort: ItemQuery.nextSort, limit: 1, zone: east)
        ).next
        await subject.expect(.invalidQuery) { [other] in try await subject.repository.page(other) }
      },
    ]
  }

  private static func urgencyCheck(
    _ name: String,
    body: @escaping @Sendable (ContractSubject) async throws -> Void
  ) -> ContractCheck {
    ContractCheck("urgency: \(name)") { subject in
      // Ten in the morning, UTC, on 2026-11-30.
      subject.clock.advance(milliseconds: Double(morning - subject.clock.now.millisecondsSince1970))
      for draft in drafts { try await subject.repository.add(draft) }
      try await body(subject)
    }
  }

  private static let morning: Int64 = 1_796_032_800_000

  private static func hour(_ offset: Int64) -> DayOrInstant {
    .instant(Date(millisecondsSince1970: morning + offset * 3_600_000))
  }

  private static let order = [
    "yesterday", "this morning", "today", "at noon", "high, tomorrow", "high, in a month", "high",
    "tomorrow", "in a week", "medium, in 8 days", "medium", "later", "low", "none",
    "overdue but starts later", "starts tomorrow", "done", "cancelled",
  ]

  private static let drafts: [ItemDraft] = [
    ItemDraft(title: "done", status: .done, priority: .high, due: .day(2026, 11, 1)),
    ItemDraft(title: "cancelled", status: .cancelled, priority: .medium, due: .day(2026, 11, 30)),
    ItemDraft(title: "starts tomorrow", priority: .high, start: .day(2026, 12, 1)),
    ItemDraft(title: "overdue but starts later", start: hour(1), due: .day(2026, 11, 2)),
    ItemDraft(title: "later", due: .day(2026, 12, 8)),
    ItemDraft(title: "low", priority: .low, start: .day(2026, 11, 30)),
    ItemDraft(title: "none"),
    ItemDraft(title: "medium", priority: .medium),
    ItemDraft(title: "medium, in 8 days", priority: .medium, due: .day(2026, 12, 8)),
    ItemDraft(title: "in a week", due: .day(2026, 12, 7)),
    ItemDraft(title: "tomorrow", priority: .low, due: .day(2026, 12, 1)),
    ItemDraft(title: "high", priority: .high),
    ItemDraft(title: "high, tomorrow", priority: .high, due: .day(2026, 12, 1)),
    ItemDraft(title: "high, in a month", priority: .high, due: .day(2026, 12, 30)),
    ItemDraft(title: "at noon", due: hour(2)),
    ItemDraft(title: "today", due: .day(2026, 11, 30)),
    ItemDraft(title: "yesterday", due: .day(2026, 11, 29)),
    ItemDraft(title: "this morning", priority: .high, due: hour(-1)),
  ]
}
