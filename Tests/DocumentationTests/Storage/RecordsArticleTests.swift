import Storage
import Testing

// The blocks of the article "Records".

struct Recipe: ItemRecord {
  static let kind = "recipe"
  var title: String
  var minutes: Int
  var rating: Double?
  var course: Course = .main
  var tags: Set<String> = []
  var source: Source?

  enum Course: String, Codable { case main, dessert }
  struct Source: Codable, Equatable {
    var book: String
    var page: Int
  }
}

enum Difficulty: Int, Codable, Comparable, OrderedAttribute {
  case easy = 1
  case hard = 2

  static func < (left: Difficulty, right: Difficulty) -> Bool { left.rawValue < right.rawValue }
}

private struct Course: ItemRecord {
  static let kind = "course"
  var title: String
  var difficulty: Difficulty
}

struct Cook: ItemRecord {
  static let kind = "cook"
  var title: String
}

struct Dinner: ItemRecord {
  static let kind = "dinner"
  var title: String
  var cook: Reference<Cook>
  var recipes: [Reference<Recipe>] = []
}

struct Walk: ItemRecord {
  static let kind = "walk"
  static var keys: [PartialKeyPath<Walk>: AttributePath] { [\.metres: "length"] }
  var title: String
  private var length: Double
  var metres: Double { length }

  init(title: String, metres: Double) {
    self.title = title
    length = metres
  }
}

@Suite struct RecordsArticleTests {
  private static let source = Recipe.Source(book: "Wok", page: 120)
  private let some = [
    Recipe(title: "Curry", minutes: 25, rating: 4, tags: ["fast"], source: source),
    Recipe(title: "Cake", minutes: 90, rating: 5, course: .dessert),
    Recipe(title: "Stew", minutes: 15, tags: ["fast"]),
  ]

  @Test func `conditions name properties`() async throws {
    let store = try SQLiteRepository.inMemory()
    try await store.records(of: Recipe.self).add(contentsOf: some)
    let recipes = store.records(of: Recipe.self)
    let quick = try await recipes.query(
      \.minutes < 30 && .contains("fast", in: \.tags),
      sort: .descending(\.rating),
      limit: 20
    )
    #expect(quick.map(\.title) == ["Curry", "Stew"])
    let sort: RecordSort<Recipe> = [.descending(\.rating), .ascending(\.minutes)]
    let first = try await recipes.page(\.course == .main, sort: sort, limit: 50)
    let next = try await recipes.page(\.course == .main, sort: sort, limit: 50, after: first.next)
    #expect(first.records.map(\.title) == ["Curry", "Stew"] && next.next == nil)
    let table: [(RecordFilter<Recipe>, [String])] = [
      (\.rating == nil, ["Stew"]), (\.source?.page > 100, ["Curry"]),
      (.value(of: \.minutes, in: 10...20), ["Stew"]),
      (.value(of: \.course, in: [.main, .dessert]), ["Curry", "Cake", "Stew"]),
      (.hasPrefix("Ca", of: \.title), ["Cake"]), (.text("cake"), ["Cake"]),
      (.items(.list("boat")), []),
    ]
    for (filter, titles) in table {
      let found = try await recipes.query(filter, sort: .items([.ascending(.number)]))
      #expect(found.map(\.title) == titles)
    }
    let courses = store.records(of: Course.self)
    try await courses.add(Course(title: "Knots", difficulty: .hard))
    #expect(try await courses.count(\.difficulty > .easy) == 1)
  }

  @Test func `key paths name indexes`() async throws {
    let folder = try ArticleFolder()
    let path = folder.file("items.sqlite")
    let indexes = [try AttributeIndex(\Recipe.minutes), try AttributeIndex(\Recipe.source?.page)]
    let options = StoreOptions(sqlite: SQLiteOptions(attributeIndexes: indexes))
    let store = try SQLiteRepository(at: path, options: options)
    try await store.records(of: Recipe.self).add(contentsOf: some)
    #expect(try await store.records(of: Recipe.self).count(\.source?.page == 120) == 1)
    await store.close()
  }

  @Test func `records are observed`() async throws {
    let store = try SQLiteRepository.inMemory()
    let recipes = store.records(of: Recipe.self)
    try await recipes.add(contentsOf: some)
    var shown: [[String]] = []
    func show(_ titles: [String]) {
      shown.append(titles)
      Task { await store.close() }
    }
    for try await quick in recipes.observe(\.minutes < 30, sort: .ascending(\.minutes)) {
      show(quick.map(\.title))
    }
    #expect(shown == [["Stew", "Curry"]])
  }

  @Test func `figures`() async throws {
    let store = try SQLiteRepository.inMemory()
    let recipes = store.records(of: Recipe.self)
    try await recipes.add(contentsOf: some)
    let total = try await recipes.sum(of: \.minutes)
    let usual = try await recipes.average(of: \.minutes, where: \.course == .main)
    let best = try await recipes.maximum(of: \.rating)
    let courses = try await recipes.counts(by: \.course)
    for group in try await recipes.groups(by: \.course, of: \.minutes) {
      print(group.key, group.count, group.average ?? 0)
    }
    #expect(total == 130 && usual == 20 && best == 5 && courses == [.main: 2, .dessert: 1])
  }

  @Test func `references`() async throws {
    let store = try SQLiteRepository.inMemory()
    let recipes = store.records(of: Recipe.self)
    let cooks = store.records(of: Cook.self)
    let dinners = store.records(of: Dinner.self)
    let ann = try await cooks.add(Cook(title: "Ann"))
    let curry = try await recipes.add(some[0])
    let dinner = try await dinners.add(
      Dinner(title: "Sunday", cook: ann.reference, recipes: [curry.reference])
    )
    let cook = try await cooks.record(dinner.cook)
    let hers = try await dinners.referring(to: ann.reference, by: \.cook)
    let withCurry = try await dinners.query(.contains(curry.reference, in: \.recipes))
    let served = try await recipes.records(dinner.recipes)
    #expect(cook?.title == "Ann" && hers.count == 1 && withCurry.count == 1)
    #expect(served.values.map(\.title) == ["Curry"])
  }

  @Test func `a key of the record's own`() async throws {
    let store = try SQLiteRepository.inMemory()
    let recipes = store.records(of: Recipe.self)
    try await recipes.add(some[0])
    let imported = [Recipe(title: "Curry", minutes: 30, tags: ["hot"]), some[1]]
    try await recipes.upsert(imported, by: \.title)
    try await recipes.upsert(imported, by: \.title) { stored, given in
      stored.tags.formUnion(given.tags)
    }
    #expect(try await recipes.first(\.minutes == 30)?.tags == ["hot"])
    #expect(try await recipes.count() == 2)
  }

  @Test func `a type names keys that cannot be found`() async throws {
    let walks = try SQLiteRepository.inMemory().records(of: Walk.self)
    try await walks.add(Walk(title: "Lake", metres: 4_000))
    #expect(try await walks.count(\.metres > 3_000) == 1)
  }
}
