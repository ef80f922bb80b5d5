import Foundation
import Storage
import Testing

// The blocks of the article "Queries".

@Suite struct QueriesArticleTests {
  private let friday = CalendarDay(year: 2027, month: 1, day: 15)
  private var saturday: CalendarDay { friday.adding(days: 1) }

  private func boats() async throws -> SQLiteRepository {
    let store = try SQLiteRepository.inMemory()
    try await store.add(ItemDraft(title: "Sand", list: "boat", due: .day(friday)))
    try await store.add(ItemDraft(title: "Paint", priority: .high, list: "boat"))
    try await store.add(
      ItemDraft(title: "Sail", list: "boat", tags: ["someday"], due: .day(saturday))
    )
    return store
  }

  @Test func `a query is a value`() async throws {
    let store = try await boats()
    let query = ItemQuery(
      .and([.status([.open]), .list("boat"), .not(.tags(.any, ["waiting", "someday"]))]),
      sort: [.descending(.priority), .ascending(.due)],
      limit: 20
    )
    let items = try await store.items(query)
    let all = try await store.count(query.filter)
    #expect(items.map(\.title) == ["Paint", "Sand"] && all == 2)
  }

  @Test func `a day begins with its first moment and ends before the next`() async throws {
    let store = try await boats()
    let onFriday = ItemFilter.due(.on(friday))
    #expect(try await store.items(ItemQuery(onFriday)).map(\.title) == ["Sand"])
    #expect(try await store.count(.due(DateRange())) == 2)
    // A moment of that Friday in Tokyo, where it has begun while it is Thursday elsewhere.
    let tokyo = LocalZone.fixed(secondsFromGMT: 9 * 3_600)
    let morning = Date(timeIntervalSince1970: 1_799_960_400)
    try await store.add(ItemDraft(title: "Call", due: .instant(morning)))
    let there = try await store.items(ItemQuery(onFriday, zone: tokyo))
    let here = try await store.items(ItemQuery(onFriday, zone: .utc))
    #expect(there.map(\.title) == ["Sand", "Call"] && here.map(\.title) == ["Sand"])
  }

  @Test func `attributes compare and sort within their type`() async throws {
    let store = try SQLiteRepository.inMemory()
    for (title, minutes, rating) in [("Soup", 25, 3), ("Salad", 10, 5), ("Stew", 90, 5)] {
      let attributes: [String: JSONValue] = [
        "minutes": .integer(Int64(minutes)), "rating": .integer(Int64(rating)),
      ]
      try await store.add(ItemDraft(kind: "recipe", title: title, attributes: attributes))
    }
    let quick = ItemFilter.and([.kind("recipe"), .attribute("minutes", .compared(.below, 30))])
    let page = try await store.page(
      ItemQuery(quick, sort: [.descending(.attribute("rating"))], limit: 20)
    )
    #expect(page.items.map(\.title) == ["Salad", "Soup"])
  }

  @Test func `words are found by their beginnings`() async throws {
    let store = try SQLiteRepository.inMemory()
    try await store.add("Crème brûlée for the crew")
    let found = try await store.items(ItemQuery(.text("BRUL crem"), sort: [.ascending(.relevance)]))
    #expect(found.count == 1)
    #expect(try await store.count(.text("crew OR nothing")) == 0)
    #expect(try await store.count(.text("\"")) == 1)
  }

  @Test func `an order by relevance needs a text at the top`() async throws {
    let store = try SQLiteRepository.inMemory()
    let query = ItemQuery(.or([.text("a")]), sort: [.ascending(.relevance)])
    let error = await #expect(throws: StorageError.self) { try await store.items(query) }
    #expect(error?.code == .invalidQuery)
  }

  @Test func `pages follow each other`() async throws {
    let store = try await boats()
    var query = ItemQuery(.list("boat"), limit: 2)
    let first = try await store.page(query)
    query.after = first.next
    let second = try await store.page(query)
    #expect(first.items.map(\.title) == ["Sand", "Sail"])
    #expect(second.items.map(\.title) == ["Paint"] && second.next == nil)
    query.sort = [.ascending(.title)]
    let other = query
    let error = await #expect(throws: StorageError.self) { try await store.page(other) }
    #expect(error?.code == .invalidQuery)
  }

  @Test func `figures are counted by list`() async throws {
    let store = try await boats()
    let figures = try await store.summary(SummaryQuery(.all, groupings: [.list]))
    for list in figures.lists { print(list.name, list.counts.open, "of", list.counts.total) }
    #expect(figures.lists.map(\.counts.total).reduce(0, +) == figures.counts.total)
  }

  @Test func `an answer is read in bounded memory`() async throws {
    let store = try SQLiteRepository.inMemory(.large(count: 1_100, seed: 3))
    for try await page in store.pages(of: ItemQuery(sort: [.ascending(.number)]), size: 500) {
      for item in page { print(item.number, item.title) }
    }
  }

  @Test func `items stand under others`() async throws {
    let store = try SQLiteRepository.inMemory()
    let house = try await store.add("Build a house")
    let walls = try await store.add(ItemDraft(title: "Walls", parent: house.id))
    try await store.add(ItemDraft(title: "Paint", parent: walls.id))
    let all = try await store.items(ItemQuery(.below(house.id)))
    let direct = try await store.items(ItemQuery(.parent(house.id)))
    let top = try await store.items(ItemQuery(.and([.status([.open]), .top])))
    #expect(all.count == 2 && direct == [walls] && top == [house])
    for row in ItemTree(try await store.items()).rows {
      print(String(repeating: "  ", count: row.level) + row.item.title)
    }
  }
}
