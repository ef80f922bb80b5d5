/// The overrides of any factory, as a container keeps them.
///
/// `@unchecked Sendable`, like its subclass: both hold constants of `Sendable` types only, which the compiler checks in
/// final classes alone.
@usableFromInline
class AnyOverrides: @unchecked Sendable {
  /// Whether a cached value may be returned without reading the overrides.
  let allowsPublishing: Bool

  init(allowsPublishing: Bool) {
    self.allowsPublishing = allowsPublishing
  }

  /// The overrides without registration, scope, time to live and decorator; nil if none are left.
  var withoutRegistration: AnyOverrides? { nil }
  /// The overrides without contexts.
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
    guard values.contexts != nil || values.ignoresDefinedContexts else { return nil }
    var kept = SettingValues<P, T>()
    kept.contexts = values.contexts
    kept.ignoresDefinedContexts = values.ignoresDefinedContexts
    return Overrides(kept)
  }

  override var withoutContexts: AnyOverrides? {
    var kept = values
    kept.contexts = nil
    return Overrides(kept)
  }
}
