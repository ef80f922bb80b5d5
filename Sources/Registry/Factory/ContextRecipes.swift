/// A factory's recipes for contexts.
struct ContextRecipes<P, T>: Sendable {
  private var arguments: [(name: String, recipe: Recipe<P, T>)] = []
  private var flagged: [(flag: FactoryContext.Flags, recipe: Recipe<P, T>)] = []

  /// Adds a recipe, which replaces an earlier one for the same context.
  mutating func set(_ context: FactoryContextType, _ recipe: Recipe<P, T>) {
    switch context.condition {
    case .arguments(let names):
      for name in names {
        arguments.removeAll { $0.name == name }
        arguments.append((name, recipe))
      }
    case .flag(let flag):
      flagged.removeAll { $0.flag == flag }
      // The raw values are in order of precedence.
      var place = 0
      while place < flagged.count, flagged[place].flag.rawValue < flag.rawValue { place += 1 }
      flagged.insert((flag, recipe), at: place)
    }
  }

  /// The recipe of the first context that holds: arg, preview, test, simulator, device, debug.
  func recipe() -> Recipe<P, T>? {
    for (name, recipe) in arguments where FactoryContext.hasArgument(name) { return recipe }
    let flags = FactoryContext.flags
    for (flag, recipe) in flagged where flags.contains(flag) { return recipe }
    return nil
  }
}
