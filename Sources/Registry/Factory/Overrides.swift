/// The overrides of some factory, as a container keeps them.
///
/// `@unchecked Sendable`, as its subclass: both hold constants of `Sendable` types only; a class that is not final cannot
/// say so otherwise.
@usableFromInline
class AnyOverrides: @unchecked Sendable {
  /// Whether a cached value may be returned without a look at the overrides.
  let allowsPublishing: Bool

  init(allowsPublishing: Bool) {
    self.allowsPublishing = allowsPublishing
  }

  /// What is left without registration, scope, time to live and decorator.
  var withoutRegistration: AnyOverrides? { nil }
  /// What is left without contexts.
  var withoutContexts: AnyOverrides? { nil }
}

/// The overrides of one factory type.
final class Overrides<P, T>: AnyOverrides, @unchecked Sendable {
  let values: SettingValues<P, T>

  init(_ values: SettingValues<P, T>) {
    self.values = values
    super.init(
      allowsPublishing: values.scope == nil && values.timeToLive == nil && values.decorator == nil
        && values.parameterKey == nil
    )
  }

  override var withoutRegistration: AnyOverrides? {
    guard values.contexts != nil || values.dropsDefinedContexts else { return nil }
    var kept = SettingValues<P, T>()
    kept.contexts = values.contexts
    kept.dropsDefinedContexts = values.dropsDefinedContexts
    return Overrides(kept)
  }

  override var withoutContexts: AnyOverrides? {
    var kept = values
    kept.contexts = nil
    return Overrides(kept)
  }
}
