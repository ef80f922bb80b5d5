/// The effect of one modifier.
enum FactorySetting: Sendable {
  case registered(any AnyRecipe)
  case context(FactoryContextType, any AnyRecipe)
  case scope(ScopeReference)
  case release(ReleaseHandler)
  case contribution(@Sendable () -> Any)
  case timeToLive(Duration)
  case decorator(@Sendable (Any, Bool) -> Void)
  case scopedOnParameters
  /// The contexts of a definition with `.once()` were reset.
  case ignoresDefinedContexts
}

/// The effect of several modifiers: those of a definition, or the overrides that a container keeps.
struct FactorySettings: Sendable {
  private(set) var registered: (any AnyRecipe)?
  private var contexts = ContextRecipes()
  /// Set in overrides only; a definition keeps its scope apart, without an allocation.
  private(set) var scope = ScopeReference.unspecified
  private(set) var release: ReleaseHandler?
  /// The elements that `contribute` added, in its order.
  private(set) var contributions: [@Sendable () -> Any] = []
  private(set) var timeToLive: Duration?
  private(set) var decorator: (@Sendable (Any, Bool) -> Void)?
  private(set) var isScopedOnParameters = false
  /// In overrides: the contexts of the definition do not count.
  private(set) var ignoresDefinedContexts = false

  mutating func apply(_ setting: FactorySetting) {
    switch setting {
    case .registered(let recipe): registered = recipe
    case .context(let context, let recipe): contexts.set(context, recipe)
    case .scope(let scope): self.scope = scope
    case .release(let handler): release = handler
    case .contribution(let contribution): contributions.append(contribution)
    case .timeToLive(let duration): timeToLive = duration
    case .decorator(let decorator): self.decorator = decorator
    case .scopedOnParameters: isScopedOnParameters = true
    case .ignoresDefinedContexts: ignoresDefinedContexts = true
    }
  }

  /// The recipe of the first context that holds.
  var contextRecipe: (any AnyRecipe)? { contexts.recipe }

  /// The recipe to use: a context's comes before a registration.
  var recipe: (any AnyRecipe)? { contextRecipe ?? registered }

  /// The contexts alone; nil if there are none.
  var withoutRegistration: FactorySettings? {
    guard !contexts.isEmpty || ignoresDefinedContexts else { return nil }
    var kept = FactorySettings()
    kept.contexts = contexts
    kept.ignoresDefinedContexts = ignoresDefinedContexts
    return kept
  }

  var withoutContexts: FactorySettings {
    var kept = self
    kept.contexts = ContextRecipes()
    return kept
  }

  /// These settings with the value that an operation gives the factory.
  func overridden(by recipe: any AnyRecipe) -> FactorySettings {
    var settings = withoutContexts
    settings.registered = recipe
    return settings
  }
}

/// Settings on the heap: a definition is copied at each use, and a slot at each resolution.
@usableFromInline
final class SettingsBox: Sendable {
  let settings: FactorySettings

  init(_ settings: FactorySettings) {
    self.settings = settings
  }

  init(_ earlier: SettingsBox?, _ setting: FactorySetting) {
    var settings = earlier?.settings ?? FactorySettings()
    settings.apply(setting)
    self.settings = settings
  }
}
