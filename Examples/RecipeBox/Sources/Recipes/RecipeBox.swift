import Storage

/// The recipes in a store, and what a cook asks of them.
package struct RecipeBox: Sendable {
  private let items: any ItemRepository
  private let recipes: ItemRecords<Recipe>
  private let books: ItemRecords<Cookbook>

  package init(_ items: any ItemRepository) {
    self.items = items
    recipes = items.records(of: Recipe.self)
    books = items.records(of: Cookbook.self)
  }

  // MARK: - Writing

  /// Adds a recipe, and its book if that is new: both, or neither.
  @discardableResult
  package func add(
    _ recipe: Recipe,
    from book: Cookbook? = nil
  ) async throws -> StoredRecord<Recipe> {
    try await items.write { transaction in
      var recipe = recipe
      if let book {
        let known = try transaction.records(of: Cookbook.self).upsert([book], by: \.title)
        recipe.book = known.first?.reference
      }
      return try transaction.records(of: Recipe.self).add(recipe)
    }
  }

  /// Adds recipes; one with a known title is saved over the stored one, which keeps its rating.
  package func add(contentsOf imported: [Recipe]) async throws {
    try await recipes.upsert(imported, by: \.title) { stored, given in
      let rating = given.rating ?? stored.rating
      stored = given
      stored.rating = rating
    }
  }

  /// Gives a recipe one to five stars.
  @discardableResult
  package func rate(_ number: Int, stars: Int) async throws -> StoredRecord<Recipe> {
    guard 1...5 ~= stars else { throw RecipeError.stars(stars) }
    let recipe = try await recipe(number)
    return try await recipes.update(recipe.id) { $0.rating = stars }
  }

  /// Puts what a recipe needs on the shopping list, but for what is on it already.
  @discardableResult
  package func shop(for number: Int) async throws -> [Item] {
    let needed = try await recipe(number).ingredients
    return try await items.write { transaction in
      let list = ItemQuery(.and([.list("shopping"), .status([.open])]))
      let titles = Set(try transaction.page(list).items.map(\.title))
      return try needed.filter { !titles.contains($0) }.map { title in
        try transaction.add(ItemDraft(title: title, list: "shopping"))
      }
    }
  }

  // MARK: - Reading

  /// The best recipes that take less than some minutes.
  package func quick(
    under minutes: Int,
    tagged tag: String? = nil
  ) async throws -> [StoredRecord<Recipe>] {
    var filter = \Recipe.minutes < minutes
    if let tag { filter = filter && .contains(tag, in: \.tags) }
    return try await recipes.query(
      filter,
      sort: [.descending(\.rating), .ascending(\.minutes)],
      limit: 20
    )
  }

  /// The recipes with all of these ingredients.
  package func using(_ ingredients: [String]) async throws -> [StoredRecord<Recipe>] {
    var filter = RecordFilter<Recipe>.all
    for ingredient in ingredients { filter = filter && .contains(ingredient, in: \.ingredients) }
    return try await recipes.query(filter, sort: .ascending(\.title))
  }

  /// The recipes with these words in title, notes or tags, the best match first.
  package func search(_ words: String) async throws -> [StoredRecord<Recipe>] {
    try await recipes.query(.text(words), sort: .relevance)
  }

  /// The recipes of a book.
  package func recipes(in book: StoredRecord<Cookbook>) async throws -> [StoredRecord<Recipe>] {
    try await recipes.referring(to: book.reference, by: \.book)
  }

  /// The book that a recipe is from.
  package func book(of recipe: StoredRecord<Recipe>) async throws -> StoredRecord<Cookbook>? {
    guard let book = recipe.book else { return nil }
    return try await books.record(book)
  }

  /// How many recipes there are of each course, and how long they take.
  package func overview() async throws -> [RecordGroup<Recipe.Course, Int>] {
    try await recipes.groups(by: \.course, of: \.minutes)
  }

  /// The best recipes, now and whenever they change, by whichever program.
  package func favourites() -> some AsyncSequence<[StoredRecord<Recipe>], StorageError> & Sendable {
    recipes.observe(\.rating >= 4, sort: .descending(\.rating), limit: 10)
  }

  private func recipe(_ number: Int) async throws -> StoredRecord<Recipe> {
    guard let recipe = try await recipes.record(number: number) else {
      throw RecipeError.unknown(number)
    }
    return recipe
  }
}

/// What a cook can ask for in vain.
package enum RecipeError: Error, Equatable, CustomStringConvertible {
  case stars(Int)
  case unknown(Int)

  package var description: String {
    switch self {
    case .stars(let stars): "A recipe has one to five stars, not \(stars)."
    case .unknown(let number): "There is no recipe \(number)."
    }
  }
}
