import Foundation
import StorageTesting
import Testing

@testable import Storage

private struct Recipe: ItemRecord, Equatable {
  static let kind = "recipe"
  var title: String
  var minutes: Int
  var rating: Double?
  var course: Course = .main
  var cuisine = "thai"
  var tags: Set<String> = []
  var seasons: [Season] = []
  var isVegan = false
  var nested = Nutrition(energy: 500, source: Source(page: 1, book: "b"))
  var cookedAt = Date(timeIntervalSince1970: 0)
  var due: DayOrInstant?
  var priority: Priority = .none

  enum Course: String, Codable { case main, dessert, soup }
  enum Season: String, Codable { case spring, winter }
  struct Nutrition: Codable, Equatable {
    var energy: Int
    var source: Source?
  }
  struct Source: Codable, Equatable {
    var page: Int
    var book: String
  }

  var isQuick: Bool { minutes < 30 }
}

extension Recipe {
  static let all: [Recipe] = [
    Recipe(
      title: "Curry",
      minutes: 25,
      rating: 4.5,
      tags: ["fast", "hot"],
      seasons: [.winter],
      nested: Nutrition(energy: 650, source: Source(page: 7, book: "Wok")),
      cookedAt: Date(timeIntervalSince1970: 2_000_000_000),
      due: .day(CalendarDay(year: 2026, month: 11, day: 30)),
      priority: .high
    ),
    Recipe(title: "Mousse", minutes: 20, rating: 5, course: .dessert, cuisine: "french"),
    Recipe(title: "Broth", minutes: 240, course: .soup, cuisine: "french", isVegan: true),
    Recipe(
      title: "Cake",
      minutes: 90,
      rating: 3,
      course: .dessert,
      cuisine: "austrian",
      tags: ["fast"],
      nested: Nutrition(energy: 900),
      priority: .low
    ),
  ]
}

private func withRecipes(
  _ backend: RepositoryContract.Backend,
  _ body: @escaping @Sendable (ItemRecords<Recipe>) async throws -> Void
) async throws {
  let check = ContractCheck("records") { repository in
    let recipes = repository.records(of: Recipe.self)
    try await recipes.add(contentsOf: Recipe.all)
    try await repository.add(ItemDraft(title: "No recipe", tags: ["fast"]))
    try await body(recipes)
  }
  try await check.run(on: backend)
}

extension ItemRecords where Record == Recipe {
  fileprivate func titles(
    _ filter: RecordFilter<Recipe>,
    sort: RecordSort<Recipe> = .ascending(\.title)
  ) async throws -> [String] {
    try await query(filter, sort: sort).map(\.title)
  }
}

@Suite struct `Queries by key paths` {
  @Test(arguments: RepositoryContract.Backend.all)
  func `properties compare`(backend: RepositoryContract.Backend) async throws {
    try await withRecipes(backend) { recipes in
      let quick = try await recipes.titles(\.minutes < 25)
      #expect(quick == ["Mousse"])
      #expect(try await recipes.titles(\.minutes <= 25) == ["Curry", "Mousse"])
      #expect(try await recipes.titles(\.minutes > 90) == ["Broth"])
      #expect(try await recipes.titles(\.minutes >= 90) == ["Broth", "Cake"])
      #expect(try await recipes.titles(\.minutes == 90) == ["Cake"])
      #expect(try await recipes.titles(\.minutes != 90) == ["Broth", "Curry", "Mousse"])
      #expect(try await recipes.titles(\.rating > 4) == ["Curry", "Mousse"])
      #expect(try await recipes.titles(\.rating == nil) == ["Broth"])
      #expect(try await recipes.titles(\.rating != nil) == ["Cake", "Curry", "Mousse"])
      #expect(try await recipes.titles(\.rating != 5) == ["Broth", "Cake", "Curry"])
      #expect(try await recipes.titles(\.course == .dessert) == ["Cake", "Mousse"])
      #expect(try await recipes.titles(\.isVegan == true) == ["Broth"])
      #expect(try await recipes.titles(\.cookedAt > Date(timeIntervalSince1970: 1)) == ["Curry"])
      #expect(try await recipes.titles(\.cuisine >= "french" && \.cuisine < "g").count == 2)
      #expect(try await recipes.titles(\.seasons == [.winter]) == ["Curry"])
    }
  }

  @Test(arguments: RepositoryContract.Backend.all)
  func `values within values are found`(backend: RepositoryContract.Backend) async throws {
    try await withRecipes(backend) { recipes in
      #expect(try await recipes.titles(\.nested.energy > 600) == ["Cake", "Curry"])
      #expect(try await recipes.titles(\.nested.source?.page == 7) == ["Curry"])
      #expect(try await recipes.titles(\.nested.source?.book < "a") == ["Curry"])
      #expect(try await recipes.titles(\.nested.source == nil) == ["Cake"])
      let wok = Recipe.Source(page: 7, book: "Wok")
      #expect(try await recipes.titles(\.nested.source == wok) == ["Curry"])
      let sorted = try await recipes.titles(.all, sort: .descending(\.nested.energy))
      #expect(sorted == ["Cake", "Curry", "Mousse", "Broth"])
    }
  }

  @Test(arguments: RepositoryContract.Backend.all)
  func `conditions combine, and parts of items are asked for as such`(
    backend: RepositoryContract.Backend
  ) async throws {
    try await withRecipes(backend) { recipes in
      let quick = try await recipes.query(
        \.minutes < 30 && .contains("fast", in: \.tags),
        sort: .descending(\.rating),
        limit: 20
      )
      #expect(quick.map(\.title) == ["Curry"])
      #expect(try await recipes.titles(\.minutes < 25 || \.minutes > 100) == ["Broth", "Mousse"])
      #expect(try await recipes.titles(!(\.minutes < 100)) == ["Broth"])
      #expect(try await recipes.titles(!.contains("hot", in: \.tags) && \.rating >= 3).count == 2)
      #expect(try await recipes.titles(.text("mou")) == ["Mousse"])
      #expect(try await recipes.titles(.items(.tags(.any, ["hot"]))) == ["Curry"])
      #expect(try await recipes.titles(.value(of: \.minutes, in: 20...25)).count == 2)
      #expect(try await recipes.titles(.value(of: \.rating, in: 3...4.5)).count == 2)
      #expect(try await recipes.titles(.value(of: \.course, in: [.soup, .main])).count == 2)
      #expect(try await recipes.titles(.value(of: \.rating, in: [nil, 5])).count == 2)
      #expect(try await recipes.titles(.value(of: \.title, in: ["Cake", "x"])) == ["Cake"])
      #expect(try await recipes.titles(.value(of: \.title, in: "B"..."Cb")) == ["Broth", "Cake"])
      #expect(try await recipes.titles(.hasPrefix("fr", of: \.cuisine)).count == 2)
      #expect(try await recipes.titles(.hasPrefix("C", of: \.title)) == ["Cake", "Curry"])
      #expect(try await recipes.titles(.contains("us", in: \.cuisine)) == ["Cake"])
      #expect(try await recipes.titles(.contains(.winter, in: \.seasons)) == ["Curry"])
      #expect(try await recipes.titles(\.title == "Cake") == ["Cake"])
      #expect(try await recipes.titles(\.priority >= .medium) == ["Curry"])
      #expect(try await recipes.titles(\.due != nil) == ["Curry"])
      let day = CalendarDay(year: 2026, month: 11, day: 30)
      #expect(try await recipes.titles(.value(of: \.due, in: .on(day))) == ["Curry"])
      #expect(try await recipes.titles(.value(of: \.due, in: .before(day))) == [])
      #expect(try await recipes.titles(\.due == .day(day)) == ["Curry"])
      let relevant = try await recipes.query(.text("c") && \.minutes > 0, sort: .relevance)
      #expect(Set(relevant.map(\.title)) == ["Cake", "Curry"])
    }
  }

  @Test(arguments: RepositoryContract.Backend.all)
  func `records sort by several properties, page by page, and count`(
    backend: RepositoryContract.Backend
  ) async throws {
    try await withRecipes(backend) { recipes in
      let sort: RecordSort<Recipe> = [.ascending(\.cuisine), .descending(\.minutes)]
      #expect(try await recipes.titles(.all, sort: sort) == ["Cake", "Broth", "Mousse", "Curry"])
      let first = try await recipes.page(\.minutes > 0, sort: sort, limit: 3)
      let next = try await recipes.page(\.minutes > 0, sort: sort, limit: 3, after: first.next)
      #expect(first.records.count == 3 && next.records.map(\.title) == ["Curry"])
      #expect(next.next == nil)
      #expect(try await recipes.first(\.rating != nil, sort: .ascending(\.rating))?.title == "Cake")
      #expect(try await recipes.count(\.minutes < 30) == 2)
      #expect(try await recipes.count() == 4)
      try await recipes.write { records in
        #expect(try records.count(\.course == .dessert) == 2)
        #expect(try records.first(\.minutes > 100)?.title == "Broth")
        try records.add(Recipe(title: "Toast", minutes: 5))
        #expect(try records.query(\.minutes < 10, sort: .ascending(\.minutes)).count == 1)
      }
    }
  }

  @Test func `what the store's own queries need can be taken from it`() async throws {
    let store = try SQLiteRepository.inMemory()
    try await store.records(of: Recipe.self).add(contentsOf: Recipe.all)
    let filter = try (\Recipe.minutes < 30).itemFilter()
    #expect(filter == .attribute("minutes", .compared(.below, 30)))
    #expect(try await store.summary(SummaryQuery(filter)).counts.open == 2)
    let sort = try RecordSort<Recipe>.descending(\.title).itemSort()
    #expect(sort == [.descending(.title)])
    #expect(try AttributeIndex(\Recipe.nested.energy).path == ["nested", "energy"])
    #expect(try AttributeIndex(\Recipe.minutes) == AttributeIndex("minutes", of: Recipe.self))
    let error = #expect(throws: StorageError.self) { try AttributeIndex(\Recipe.title) }
    #expect(error?.code == .misuse && error?.message.contains("title") == true)
  }

  @Test func `what cannot be compared is refused`() async throws {
    struct Task: ItemRecord {
      static let kind = "task"
      var title: String
      var urgency: Priority
      var later: Priority?
      var tags: Set<String> = []
      var colours: Set<String>? = []
    }
    let tasks = try SQLiteRepository.inMemory().records(of: Task.self)
    for sort in [RecordSort<Task>.ascending(\.urgency), .descending(\.later)] {
      let error = await #expect(throws: StorageError.self) { try await tasks.query(sort: sort) }
      #expect(error?.code == .invalidQuery && error?.message.contains("is a priority") == true)
    }
    let sets: [RecordFilter<Task>] = [
      \.tags == ["a"], \.tags != [], .value(of: \.tags, in: [["a"]]), \.colours == ["a", "b"],
      .value(of: \.colours, in: [["a", "b"], nil]),
    ]
    for set in sets {
      let error = await #expect(throws: StorageError.self) { try await tasks.count(set) }
      #expect(error?.code == .invalidQuery && error?.message.contains(".contains(") == true)
    }
    #expect(try await tasks.count(\.colours == []) == 0)
    let infinite = await #expect(throws: StorageError.self) {
      try await SQLiteRepository.inMemory().records(of: Recipe.self).count(\.rating > .infinity)
    }
    #expect(infinite?.code == .invalidQuery)
  }
}
