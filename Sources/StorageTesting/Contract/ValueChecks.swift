// How dates and numbers are stored.

import Expectations
import Storage
import Testing

extension RepositoryContract {
  static var valueChecks: [ContractCheck] {
    [
      ContractCheck("dates of all ages are kept to the millisecond") { subject in
        for milliseconds in moments {
          let date = Date(millisecondsSince1970: milliseconds)
          let draft = ItemDraft(
            title: "x",
            status: .done,
            start: .instant(date),
            due: .instant(date),
            createdAt: date,
            updatedAt: date,
            completedAt: date
          )
          let added = try await subject.repository.add(draft)
          let found = try require(try await subject.repository.item(added.id))
          for item in [added, found] {
            for date in [
              item.start?.instant, item.due?.instant, item.createdAt, item.updatedAt,
              item.completedAt,
            ] {
              expect(date?.millisecondsSince1970, equals: milliseconds)
            }
          }
          let range = DateRange(from: date, until: date.shifted(by: 0.001))
          try await expect(subject.repository.count(.due(range)), equals: 1, "\(milliseconds)")
        }
      },
      ContractCheck("dates are rounded to the nearest millisecond") { subject in
        for (fraction, rounded) in [(0.4, 0), (0.6, 1), (-0.4, 0), (-0.6, -1)] {
          for base in [0, 1_000_000_000_000, -1_000_000_000_000] as [Int64] {
            let date = Date(milliseconds: Double(base) + fraction)
            let item = try await subject.repository.add(ItemDraft(title: "x", due: .instant(date)))
            expect(item.due?.instant?.millisecondsSince1970, equals: base + Int64(rounded))
            try await expect(subject.repository.item(item.id), equals: item)
          }
        }
      },
      ContractCheck("the clock is rounded to the nearest millisecond") { subject in
        subject.clock.advance(milliseconds: 0.75)
        let item = try await subject.repository.add(ItemDraft(title: "x", status: .done))
        expect(item.createdAt.millisecondsSince1970, equals: 1_800_000_000_001)
        expect(item.updatedAt == item.createdAt && item.completedAt == item.createdAt)
        try await expect(subject.repository.item(item.id), equals: item)
        try await expect(subject.repository.count(.updated(.from(subject.clock.now))), equals: 1)
      },
      ContractCheck("attribute values of every kind are kept exactly") { subject in
        for value in values {
          let item = try await subject.repository.add(
            ItemDraft(title: "x", attributes: ["a": value])
          )
          expect(item.attributes, equals: ["a": value])
          try await expect(subject.repository.item(item.id), equals: item)
          let filter = ItemFilter.attribute("a", .equals(value))
          let found = try await subject.repository.items(ItemQuery(filter))
          expect(found.map(\.id), equals: [item.id], "\(value)")
        }
      },
      ContractCheck("statuses and priorities are kept") { subject in
        for status in Status.allCases {
          for priority in Priority.allCases {
            let draft = ItemDraft(title: "x", status: status, priority: priority)
            let item = try await subject.repository.add(draft)
            expect(item.status == status && item.priority == priority)
            try await expect(subject.repository.item(item.id), equals: item)
          }
        }
      },
      ContractCheck("the preview items are kept as they are") { subject in
        try await expectKept(Fixture.full.drafts, in: subject)
      },
      ContractCheck("the items of the demonstration are kept as they are") { subject in
        try await expectKept(Fixture.demo.drafts, in: subject)
      },
    ]
  }

  private static func expectKept(
    _ drafts: Fixture.Drafts,
    in subject: ContractSubject
  ) async throws {
    let added = try await subject.repository.write { transaction throws(StorageError) in
      var added: [Item] = []
      for draft in drafts { added.append(try transaction.add(draft)) }
      return added
    }
    let query = ItemQuery(sort: [.ascending(.number)])
    try await expect(subject.repository.items(query), equals: added)
    for (draft, item) in zip(drafts, added) {
      expect(draft.title.utf8.elementsEqual(item.title.utf8))
      expect(draft.attributes == item.attributes && draft.parent == item.parent)
      expect(draft.due == item.due && draft.updatedAt == item.updatedAt)
      expect(draft.repeat == item.repeat && draft.completedAt == item.completedAt)
    }
  }

  private static let moments: [Int64] = [
    -62_135_596_800_000, -62_135_596_799_999, -12_219_292_800_001, -1, 0, 1, 999,
    951_782_400_000, 978_307_199_999, 978_307_200_001, 4_102_444_799_999, 253_402_300_799_998,
    253_402_300_799_999,
  ]

  private static let values: [JSONValue] = [
    true, false, 0, 1, -1, 9_007_199_254_740_993, .integer(.max), .integer(.min),
    1.0, 0.1, -2.5, 9_007_199_254_740_992.0, .double(.leastNonzeroMagnitude),
    .double(.leastNormalMagnitude), 1e300,
    .double(.greatestFiniteMagnitude), 1e-7, 123_456_789.123_456_79,
    "", "1", "true", "null", "a\u{0}b", "\u{e9}", "e\u{301}", "\"\\/\u{8}\u{1f}\u{7f}\u{2028}",
    [], [.null], [1, 1.0, "1"], [[[]]], .object([:]), .object(["": .null]),
    .object(["a": 1, "b": [true, .object(["c": .null])]]),
    .object(["\u{e9}": 1, "e\u{301}": 2]),
  ]
}
