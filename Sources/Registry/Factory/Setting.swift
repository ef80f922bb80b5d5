/// The effect of one modifier.
@usableFromInline
enum Setting<P, T>: Sendable {
  case registered(Recipe<P, T>)
  case context(FactoryContextType, Recipe<P, T>)
  case scope(ScopeReference)
  case singletons(Scope.Singleton)
  case release(ReleaseHandler<T>)
  case contribution(@Sendable () -> T)
  case timeToLive(Duration)
  case decorator(@Sendable (T, Bool) -> Void)
  case parameterKey(@Sendable (P) -> AnyHashable)

  /// Whether a cached value may still be returned without reading the settings.
  @inlinable var allowsPublishing: Bool {
    switch self {
    case .registered, .context: true
    case .release, .contribution: true
    case .scope, .singletons, .timeToLive, .decorator, .parameterKey: false
    }
  }
}

/// The modifiers of a definition, latest first: one small object each, since a definition is evaluated at each use.
@usableFromInline
final class DefinedSettings<P, T>: Sendable {
  @usableFromInline let latest: Setting<P, T>
  @usableFromInline let earlier: DefinedSettings?
  @usableFromInline let allowsPublishing: Bool

  @inlinable
  init(_ latest: Setting<P, T>, after earlier: DefinedSettings?) {
    self.latest = latest
    self.earlier = earlier
    allowsPublishing = latest.allowsPublishing && (earlier?.allowsPublishing ?? true)
  }

  /// The effect of all of them.
  var values: SettingValues<P, T> {
    var values = earlier?.values ?? SettingValues()
    values.apply(latest)
    return values
  }
}

/// The effect of several modifiers.
struct SettingValues<P, T>: Sendable {
  var registered: Recipe<P, T>?
  var contexts: ContextRecipes<P, T>?
  /// Set in overrides only; a definition's scope is in the registration.
  var scope: ScopeReference?
  /// The singleton scope of a factory whose scope is `.custom`.
  var singletons: Scope.Singleton?
  var release: ReleaseHandler<T>?
  /// What `contribute` added, in its order.
  var contributions: [@Sendable () -> T] = []
  var timeToLive: Duration?
  var decorator: (@Sendable (T, Bool) -> Void)?
  var parameterKey: (@Sendable (P) -> AnyHashable)?
  /// In overrides: the contexts of a definition with `.once()` were reset.
  var ignoresDefinedContexts = false

  mutating func apply(_ setting: Setting<P, T>) {
    switch setting {
    case .registered(let recipe): registered = recipe
    case .scope(let scope): self.scope = scope
    case .singletons(let singletons): self.singletons = singletons
    case .release(let handler): release = handler
    case .contribution(let contribution): contributions.append(contribution)
    case .timeToLive(let duration): timeToLive = duration
    case .decorator(let decorator): self.decorator = decorator
    case .parameterKey(let key): parameterKey = key
    case .context(let context, let recipe):
      var contexts = contexts ?? ContextRecipes()
      contexts.set(context, recipe)
      self.contexts = contexts
    }
  }
}
