import Foundation
import Testing

@testable import Storage

/// Conditions and orders that follow from the table of fields, on every part that it has.
@Suite struct `Conditions on single fields` {
  private static let parts = ItemPart.allCases.filter { $0.isOrdered }

  @Test(arguments: parts)
  func `the database answers as the items themselves do`(part: ItemPart) async throws {
    let store = try SQLiteRepository.inMemory(.full)
    let items = try await store.items(ItemQuery(sort: [.ascending(.number)]))
    let values = Set(items.compactMap { $0.value(of: part) })
    var matches = values.flatMap { value in
      ItemFilter.Comparison.allCases.map { ItemFilter.FieldMatch.compared($0, value) }
    }
    matches += [.exists(true), .exists(false), .oneOf([]), .oneOf(Array(values.prefix(2)))]
    if part.form == .time || part.form == .dayOrTime {
      let date = try #require(items.compactMap(\.due?.instant).first)
      matches += [
        .within(.on(CalendarDay(of: date, in: .current))), .within(.today), .within(.past),
      ]
      matches += [.within(.before(date)), .within(.from(date)), .within(DateRange())]
    }
    for match in matches {
      let query = ItemQuery(.field(part, match), sort: [.ascending(.number)])
      let expected = items.filter { match.holds(for: part, of: $0) }.map(\.number)
      #expect(try await store.items(query).map(\.number) == expected, "\(part) \(match)")
      let others = ItemQuery(.not(.field(part, match)), sort: [.ascending(.number)])
      #expect(try await store.count(others.filter) == items.count - expected.count)
    }
  }

  @Test(arguments: ItemPart.allCases)
  func `the database and the items agree on what has a value`(part: ItemPart) async throws {
    let store = try SQLiteRepository.inMemory(.full)
    for isThere in [true, false] {
      let match = ItemFilter.FieldMatch.exists(isThere)
      let items = try await store.items(ItemQuery())
      let expected = items.count { match.holds(for: part, of: $0) }
      #expect(try await store.count(.field(part, match)) == expected, "\(part) \(match)")
    }
  }

  @Test func `a time is one of others in any of its forms`() async throws {
    let store = try SQLiteRepository.inMemory(.empty)
    let due = try #require(DayOrInstant(jsonForm: "2026-03-27"))
    let item = try await store.add(ItemDraft(title: "One", due: due))
    let match = ItemFilter.FieldMatch.oneOf(["2026-03-26", "2026-03-27"])
    #expect(match.holds(for: .due, of: item))
    #expect(try await store.count(.field(.due, match)) == 1)
  }

  @Test(arguments: parts, [false, true])
  func `items come in the order of a part, page by page`(
    part: ItemPart,
    isDescending: Bool
  ) async throws {
    let store = try SQLiteRepository.inMemory(.full)
    let key = ItemSort(.field(part), descending: isDescending)
    var query = ItemQuery(sort: [key], limit: 7)
    var items: [Item] = []
    repeat {
      let page = try await store.page(query)
      items += page.items
      query.after = page.next
    } while query.after != nil
    #expect(items.count == (try await store.count(.all)))
    let values = items.compactMap { key.value(of: $0) }
    #expect(values.count == items.count)
    for (one, next) in zip(values, values.dropFirst()) {
      #expect(!(isDescending ? one < next : next < one))
    }
    if part.isOptional, part.form == .time {
      let isThere = items.map { $0.value(of: part) != nil }
      #expect(isThere == isThere.sorted { $0 && !$1 }, "those without a value come last")
    }
  }

  @Test func `a part without an order, and a value that it cannot have, are refused`() async throws
  {
    let store = try SQLiteRepository.inMemory(.full)
    for part in ItemPart.allCases where !part.isOrdered {
      await #expect(throws: StorageError.self) {
        try await store.items(ItemQuery(sort: [.ascending(.field(part))]))
      }
    }
    let filters: [ItemFilter] = [
      .field(.tags, .compared(.equal, ["a"])), .field(.priority, .compared(.equal, "urgent")),
      .field(.due, .compared(.equal, .null)), .field(.title, .within(DateRange())),
      .field(.number, .oneOf(["1"])),
    ]
    for filter in filters {
      let error = await #expect(throws: StorageError.self) { try await store.count(filter) }
      #expect(error?.code == .invalidQuery)
    }
  }

  @Test func `texts are compared by their bytes`() async throws {
    let store = try SQLiteRepository.inMemory(.empty)
    for title in ["e\u{301}", "\u{e9}", "f", "Z"] {
      try await store.add(ItemDraft(title: title))
    }
    let above = ItemFilter.field(.title, .compared(.above, "e\u{301}"))
    let titles = try await store.items(ItemQuery(above)).map(\.title)
    #expect(Set(titles.map { Array($0.utf8) }) == [Array("\u{e9}".utf8), Array("f".utf8)])
    let equal = ItemFilter.field(.title, .compared(.equal, "\u{e9}"))
    #expect(try await store.count(equal) == 1)
  }
}
