import ItemContainer
import Registry
import Storage

extension Container {
  /// The recipes of the store that the context chooses: on disk in a program, in memory in previews and tests.
  package var recipeBox: Factory<RecipeBox> {
    self { RecipeBox(self.itemRepository()) }
  }
}

extension StoreOptions {
  /// A store on disk that finds quick recipes, and those of a book, by an index.
  package static let recipes = StoreOptions(
    sqlite: SQLiteOptions(attributeIndexes: [
      AttributeIndex("minutes", of: Recipe.self), AttributeIndex("rating", of: Recipe.self),
      AttributeIndex("book", of: Recipe.self),
    ])
  )
}

extension Fixture {
  /// Recipes for previews and tests.
  package static var recipes: Fixture {
    get throws {
      try Fixture(
        "recipes",
        records: [
          Recipe(
            title: "Dal",
            minutes: 25,
            rating: 5,
            ingredients: ["lentils", "rice"],
            tags: ["fast"]
          ),
          Recipe(title: "Omelette", minutes: 10, rating: 4, ingredients: ["eggs"], tags: ["fast"]),
          Recipe(title: "Lasagne", minutes: 120, rating: 5, ingredients: ["pasta", "tomatoes"]),
          Recipe(
            title: "Crumble",
            minutes: 50,
            course: .dessert,
            ingredients: ["apples", "flour"]
          ),
        ]
      )
    }
  }
}
