import ItemContainer
import Recipes
import Registry
import RegistryTesting
import Storage
import Testing

/// Each test has a container of its own, with these recipes in a store in memory.
@Suite(.container { $0.storeFixture.register(try .recipes) })
struct `A recipe box` {
  private let box = Container.shared.recipeBox()
  private let items = Container.shared.itemRepository()

  @Test func `finds quick recipes, the best first`() async throws {
    #expect(try await box.quick(under: 30).map(\.title) == ["Dal", "Omelette"])
    #expect(try await box.quick(under: 60, tagged: "fast").map(\.title) == ["Dal", "Omelette"])
    #expect(try await box.quick(under: 5).isEmpty)
  }

  @Test func `finds recipes by ingredients and by words`() async throws {
    #expect(try await box.using(["lentils", "rice"]).map(\.title) == ["Dal"])
    #expect(try await box.using(["lentils", "eggs"]).isEmpty)
    #expect(try await box.search("omel").map(\.title) == ["Omelette"])
  }

  @Test func `knows books by their title, and their recipes`() async throws {
    let book = Cookbook(title: "Plenty", author: "Ottolenghi")
    let soup = try await box.add(Recipe(title: "Soup", minutes: 40), from: book)
    let salad = try await box.add(
      Recipe(title: "Salad", minutes: 15),
      from: Cookbook(title: "Plenty")
    )
    let plenty = try #require(try await box.book(of: soup))
    #expect(plenty.id == (try await box.book(of: salad))?.id)
    #expect(try await box.recipes(in: plenty).map(\.title).sorted() == ["Salad", "Soup"])
  }

  @Test func `rates a recipe, and says what is wrong with a rating`() async throws {
    let dal = try #require(try await box.search("dal").first)
    #expect(try await box.rate(dal.item.number, stars: 3).rating == 3)
    await #expect(throws: RecipeError.stars(6)) {
      try await box.rate(dal.item.number, stars: 6)
    }
    await #expect(throws: RecipeError.unknown(99)) { try await box.rate(99, stars: 3) }
  }

  @Test func `puts on the shopping list what is not there`() async throws {
    let dal = try #require(try await box.search("dal").first)
    try await items.add(ItemDraft(title: "rice", list: "shopping"))
    #expect(try await box.shop(for: dal.item.number).map(\.title) == ["lentils"])
    #expect(try await box.shop(for: dal.item.number).isEmpty)
  }

  @Test func `keeps the rating of a recipe that is imported again`() async throws {
    try await box.add(contentsOf: [
      Recipe(title: "Dal", minutes: 20), Recipe(title: "Toast", minutes: 3),
    ])
    let quick = try await box.quick(under: 25)
    #expect(quick.map(\.title) == ["Dal", "Omelette", "Toast"])
    #expect(quick.map(\.rating) == [5, 4, nil])
  }

  @Test func `sums up its courses`() async throws {
    let overview = try await box.overview()
    #expect(overview.map(\.key) == [.dessert, .main] && overview.map(\.count) == [1, 3])
    #expect(overview.map(\.sum) == [50, 155])
  }

  @Test func `tells of new favourites`() async throws {
    var favourites = box.favourites().makeAsyncIterator()
    #expect(try await favourites.next()?.count == 3)
    try await box.add(Recipe(title: "Ramen", minutes: 90, rating: 5))
    #expect(try await favourites.next()?.map(\.title).contains("Ramen") == true)
  }

  @Test(.container { $0.itemRepository.register(broken) })
  func `says what is wrong with its store`() async throws {
    await #expect(throws: StorageError.self) {
      try await Container.shared.recipeBox().quick(under: 30)
    }
  }
}

private let full = StorageError(.full, "The disk is full. Free some space and try again.")
private let broken = DisconnectedRepository(failing: full)
