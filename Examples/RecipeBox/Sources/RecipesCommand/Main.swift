import Foundation
import ItemContainer
import Recipes
import Registry
import Storage

/// The program: the only place that says which store it is.
@main
struct Main {
  static let usage = """
    Usage: recipes STORE COMMAND
      add MINUTES TITLE [INGREDIENT …]   keep a recipe
      quick MINUTES                      the best ones that take less
      using INGREDIENT …                 those with all of these
      rate NUMBER STARS                  one to five
      shop NUMBER                        put what it needs on the shopping list
      overview                           how many of each course, and how long they take
    """

  static func main() async {
    let words = Array(CommandLine.arguments.dropFirst())
    guard words.count >= 2 else {
      print(usage)
      exit(64)
    }
    Container.shared.storeLocation.register(StoreLocation(words[0]))
    Container.shared.storeOptions.register(.recipes)
    do {
      try await run(words[1], Array(words.dropFirst(2)))
    } catch {
      FileHandle.standardError.write(Data("\(error)\n".utf8))
      exit(1)
    }
    await Container.shared.shutdown()
  }

  private static func run(_ command: String, _ words: [String]) async throws {
    let box = Container.shared.recipeBox()
    let numbers = words.compactMap { Int($0) }
    switch (command, words.count, numbers.first) {
    case ("add", 2..., let minutes?):
      let recipe = Recipe(title: words[1], minutes: minutes, ingredients: Array(words.dropFirst(2)))
      show([try await box.add(recipe)])
    case ("quick", 1, let minutes?): show(try await box.quick(under: minutes))
    case ("using", 1..., _): show(try await box.using(words))
    case ("rate", 2, _) where numbers.count == 2:
      show([try await box.rate(numbers[0], stars: numbers[1])])
    case ("shop", 1, let number?):
      for item in try await box.shop(for: number) { print("To buy: \(item.title)") }
    case ("overview", 0, _):
      for group in try await box.overview() {
        print("\(group.key.rawValue): \(group.count), \(Int(group.average ?? 0)) minutes")
      }
    default:
      print(usage)
      exit(64)
    }
  }

  private static func show(_ recipes: [StoredRecord<Recipe>]) {
    for recipe in recipes {
      let stars = String(repeating: "★", count: recipe.rating ?? 0)
      print(recipe.item.number, recipe.title, "\(recipe.minutes) min", stars)
    }
  }
}
