// The order of results.

import Expectations
import Storage
import Testing

extension RepositoryContract {
  static var orderChecks: [ContractCheck] {
    [
      orderCheck("by due date, those without one last in either direction") { subject in
        try await subject.expect([.ascending(.due)], gives: ["b", "C", "é", "a", "d"])
        try await subject.expect([.descending(.due)], gives: ["C", "é", "b", "a", "d"])
      },
      orderCheck("by priority, equal ones by number") { subject in
        try await subject.expect([.ascending(.priority)], gives: ["C", "a", "d", "é", "b"])
        try await subject.expect([.descending(.priority)], gives: ["b", "a", "d", "é", "C"])
      },
      orderCheck("by the dates of making and editing") { subject in
        try await subject.expect([.ascending(.created)], gives: ["é", "d", "C", "b", "a"])
        try await subject.expect([.descending(.created)], gives: ["a", "b", "C", "d", "é"])
        try await subject.expect([.ascending(.updated)], gives: ["a", "b", "C", "d", "é"])
        try await subject.expect([.descending(.updated)], gives: ["é", "d", "C", "a", "b"])
      },
      orderCheck("by the bytes of the title") { subject in
        try await subject.expect([.ascending(.title)], gives: ["C", "a", "b", "d", "é"])
        try await subject.expect([.descending(.title)], gives: ["é", "d", "b", "a", "C"])
      },
      orderCheck("by number, also when nothing is said") { subject in
        try await subject.expect([.ascending(.number)], gives: ["a", "b", "C", "d", "é"])
        try await subject.expect([.descending(.number)], gives: ["é", "d", "C", "b", "a"])
        try await subject.expect([], gives: ["a", "b", "C", "d", "é"])
      },
      orderCheck("by several keys, each in its own direction") { subject in
        try await subject.expect(
          [.descending(.due), .descending(.number)],
          gives: ["é", "C", "b", "d", "a"]
        )
        try await subject.expect(
          [.ascending(.priority), .descending(.title)],
          gives: ["C", "é", "d", "a", "b"]
        )
        try await subject.expect(
          [.ascending(.updated), .descending(.priority)],
          gives: ["b", "a", "C", "d", "é"]
        )
        try await subject.expect(
          [.descending(.priority), .ascending(.due), .descending(.created)],
          gives: ["b", "é", "a", "d", "C"]
        )
      },
      orderCheck("by due date, priority and number unless told otherwise") { subject in
        try await subject.expect(ItemQuery.defaultSort, gives: ["b", "é", "C", "a", "d"])
        let titles = try await subject.repository.items().map(\.title)
        expect(titles, equals: ["b", "é", "C", "a", "d"])
      },
      orderCheck("by the same key twice: the first counts") { subject in
        try await subject.expect(
          [.ascending(.title), .descending(.title)],
          gives: ["C", "a", "b", "d", "é"]
        )
      },
      ContractCheck("order: titles that begin alike, the shorter one first") { subject in
        let titles = ["a", "a\u{0}", "a\u{0}b", "a ", "ab", "b", "\u{ffff}", "\u{10000}"]
        for title in titles.reversed() { try await subject.repository.add(title) }
        try await subject.expect([.ascending(.title)], gives: titles)
        try await subject.expect([.descending(.title)], gives: titles.reversed())
      },
    ]
  }

  private static func orderCheck(
    _ name: String,
    body: @escaping @Sendable (ContractSubject) async throws -> Void
  ) -> ContractCheck {
    ContractCheck("order: \(name)") { subject in
      for draft in drafts { try await subject.repository.add(draft) }
      try await body(subject)
    }
  }

  private static let drafts: [ItemDraft] = [
    draft("a", .medium, created: 5, updated: 1),
    draft("b", .high, due: 1, created: 4, updated: 1),
    draft("C", .low, due: 2, created: 3, updated: 2),
    draft("d", .medium, created: 2, updated: 3),
    draft("é", .medium, due: 2, created: 1, updated: 4),
  ]

  private static func draft(
    _ title: String,
    _ priority: Priority,
    due: Int64? = nil,
    created: Int64,
    updated: Int64
  ) -> ItemDraft {
    ItemDraft(
      title: title,
      priority: priority,
      due: due.map { .instant(Date(millisecondsSince1970: $0)) },
      createdAt: Date(millisecondsSince1970: created),
      updatedAt: Date(millisecondsSince1970: updated)
    )
  }
}
