import Storage
import Testing

// The block of the article "Beside other libraries" that is ours.

struct Dish: ItemRecord {
  static let kind = "dish"
  var title: String
  var minutes: Int
  var rating: Int?
  var tags: Set<String> = []
}

@Suite struct BesideOtherLibrariesArticleTests {
  @Test func `fast dishes are shown whenever they change`() async throws {
    let folder = try ArticleFolder()
    let path = folder.file("dishes.sqlite")
    let (shown, screen) = AsyncStream<[String]>.makeStream()
    let show: @Sendable ([String]) -> Void = { screen.yield($0) }
    let observer = Task {
      let indexes = [try AttributeIndex(\Dish.minutes)]
      let options = StoreOptions(sqlite: SQLiteOptions(attributeIndexes: indexes))
      let store = try SQLiteRepository(at: path, options: options)
      let dishes = store.records(of: Dish.self)

      try await dishes.add(Dish(title: "Dal", minutes: 25, rating: 5, tags: ["fast"]))

      let fast = dishes.observe(
        \.minutes < 30 && .contains("fast", in: \.tags),
        sort: .descending(\.rating),
        limit: 20
      )
      for try await dishes in fast { show(dishes.map(\.title)) }
    }
    var titles = shown.makeAsyncIterator()
    #expect(await titles.next() == ["Dal"])
    let other = try SQLiteRepository(at: path)
    let rice = Dish(title: "Rice", minutes: 15, rating: 3, tags: ["fast"])
    try await other.records(of: Dish.self).add(rice)
    #expect(await titles.next() == ["Dal", "Rice"])
    observer.cancel()
    await other.close()
    _ = await observer.result
  }
}
