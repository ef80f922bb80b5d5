/// A factory's recipes for contexts.
struct ContextRecipes: Sendable {
  private var arguments: [(name: String, recipe: any AnyRecipe)] = []
  private var flagged: [(flag: FactoryContext.Flags, recipe: any AnyRecipe)] = []

  var isEmpty: Bool { arguments.isEmpty && flagged.isEmpty }

  /// Adds a recipe, which replaces an earlier one for the same context.
  mutating func set(_ context: FactoryContextType, _ recipe: any AnyRecipe) {
    switch context.condition {
    case .arguments(let names):
      arguments.removeAll { names.contains($0.name) }
      arguments += names.map { ($0, recipe) }
    case .flag(let flag):
      flagged.removeAll { $0.flag == flag }
      // The raw values are in order of precedence.
      let place = flagged.firstIndex { $0.flag.rawValue > flag.rawValue } ?? flagged.endIndex
      flagged.insert((flag, recipe), at: place)
    }
  }

  /// The recipe of the first context that holds: arg, preview, test, simulator, device, debug.
  var recipe: (any AnyRecipe)? {
    if isEmpty { return nil }
    for (name, recipe) in arguments where FactoryContext.hasArgument(name) { return recipe }
    let flags = FactoryContext.flags
    return flagged.first { flags.contains($0.flag) }?.recipe
  }
}
