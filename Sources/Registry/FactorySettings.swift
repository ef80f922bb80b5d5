/// What modifiers say beyond a factory's recipe and scope: in a definition, or as overrides in a container.
@usableFromInline
class AnySettings: @unchecked Sendable {
  /// Whether a cached value may be returned without a look at the settings.
  @usableFromInline let allowsPublishing: Bool

  init(allowsPublishing: Bool) {
    self.allowsPublishing = allowsPublishing
  }

  /// What is left without registration, scope, time to live and decorator.
  var withoutRegistration: AnySettings? { nil }
  /// What is left without contexts.
  var withoutContexts: AnySettings? { nil }
}

/// The settings of one factory type.
///
/// `@unchecked Sendable`, as its superclass: both hold constants of `Sendable` types only; a class that is not final
/// cannot say so otherwise.
@usableFromInline
final class FactorySettings<P, T>: AnySettings, @unchecked Sendable {
  @usableFromInline let values: SettingValues<P, T>

  @usableFromInline
  init(_ values: SettingValues<P, T>) {
    self.values = values
    super.init(
      allowsPublishing: values.scope == nil && values.timeToLive == nil && values.decorator == nil
        && values.parameterKey == nil
    )
  }

  override var withoutRegistration: AnySettings? {
    guard values.contexts != nil || values.dropsDefinedContexts else { return nil }
    var kept = SettingValues<P, T>()
    kept.contexts = values.contexts
    kept.dropsDefinedContexts = values.dropsDefinedContexts
    return FactorySettings(kept)
  }

  override var withoutContexts: AnySettings? {
    var kept = values
    kept.contexts = nil
    return FactorySettings(kept)
  }
}

/// The settings themselves.
@usableFromInline
struct SettingValues<P, T>: Sendable {
  var registered: Recipe<P, T>?
  var contexts: ContextRecipes<P, T>?
  /// Set in overrides only; a definition's scope is in the registration.
  var scope: ScopeReference?
  var timeToLive: Duration?
  var decorator: (@Sendable (T, Bool) -> Void)?
  var parameterKey: (@Sendable (P) -> AnyHashable)?
  /// In overrides: the contexts of a definition with `.once()` were reset.
  var dropsDefinedContexts = false

  @usableFromInline
  init() {}
}

/// The recipes for contexts.
struct ContextRecipes<P, T>: Sendable {
  var arguments: [(name: String, recipe: Recipe<P, T>)] = []
  var flagged: [(flag: FactoryContext.Flags, recipe: Recipe<P, T>)] = []

  /// Adds a recipe; the latest for a context counts.
  mutating func set(_ context: FactoryContextType, _ recipe: Recipe<P, T>) {
    switch context.storage {
    case .arguments(let names):
      for name in names {
        arguments.removeAll { $0.name == name }
        arguments.append((name, recipe))
      }
    case .flag(let flag):
      flagged.removeAll { $0.flag == flag }
      flagged.append((flag, recipe))
      // The raw values are in order of precedence.
      flagged.sort { $0.flag.rawValue < $1.flag.rawValue }
    }
  }

  /// The recipe of the context that comes first: arg, preview, test, simulator, device, debug.
  func recipe() -> Recipe<P, T>? {
    let context = FactoryContext.current
    if !arguments.isEmpty {
      for (name, recipe) in arguments where context.hasArgument(name) { return recipe }
    }
    let flags = context.flags
    return flagged.first { flags.contains($0.flag) }?.recipe
  }
}
