/// A factory's definition and modifiers, apart from its closure.
@usableFromInline
struct Definition: Sendable {
  @usableFromInline let manager: ContainerManager
  @usableFromInline let declaration: Declaration
  /// It ended in `.once()`.
  @usableFromInline var isOnce = false
  /// It promises a registration instead of having a recipe.
  @usableFromInline var isPromise = false
  /// An earlier modifier is outside the definition, so the later ones are overrides too.
  @usableFromInline var isOverriding = false
  /// One value is kept for each parameter.
  @usableFromInline var isScopedOnParameters = false
  @usableFromInline var scope = ScopeReference.unspecified
  /// The modifiers apart from the scope; nil, without an allocation, for most factories.
  @usableFromInline var settings: SettingsBox?

  @inlinable
  init(_ manager: ContainerManager, _ declaration: Declaration) {
    self.manager = manager
    self.declaration = declaration
  }
}

// MARK: - Changes

extension Definition {
  /// Applies a modifier: within the definition to this value, elsewhere to the container's overrides.
  mutating func modify(
    _ setting: FactorySetting,
    from function: StaticString,
    _ fileID: StaticString
  ) {
    if !isOverriding, !declaration.isWritten(in: function, of: fileID) {
      manager.checkSeal(on: declaration, from: function, fileID)
      isOverriding = true
    }
    modify(setting)
  }

  /// Applies a modifier in the same way as the one before it.
  mutating func modify(_ setting: FactorySetting) {
    if isOverriding { override(setting) }
    switch setting {
    case .scope(let scope): self.scope = scope
    case _ where isOverriding: break
    default: settings = SettingsBox(settings, setting)
    }
  }

  /// Changes the scope in the same way as the modifier before changed something.
  @inlinable
  mutating func set(_ scope: ScopeReference) {
    if isOverriding { override(scope) }
    self.scope = scope
  }

  @usableFromInline
  func override(_ scope: ScopeReference) { override(.scope(scope)) }

  /// Changes the container's overrides and removes the cached values in every scope.
  private func override(_ setting: FactorySetting) {
    clearCustomSingletons()
    manager.override(declaration, setting)
    clearCustomSingletons()
  }

  /// Keeps one value for each parameter, in the same way as the modifier before changed something.
  mutating func scopeOnParameters() {
    if isOverriding { override(.scopedOnParameters) }
    isScopedOnParameters = true
  }

  /// Removes overrides, cached values or both.
  func reset(_ options: FactoryResetOptions) {
    if options == .all { clearCustomSingletons() }
    manager.table.change(declaration) { slot in
      let old = slot.reset(options)
      if options == .context, isOnce {
        slot.overrides = SettingsBox(slot.overrides, .ignoresDefinedContexts)
      }
      return old
    }
    switch options {
    case .all, .scope:
      Step.clear(declaration)
      Scope.singleton.table.clear(declaration)
      clearCustomSingletons()
    case .none, .registration, .context: break
    }
  }

  private func clearCustomSingletons() {
    if manager.isAutoRegistering { return }
    let overrides = manager.table.slot(declaration)?.overrides
    if case .other(let scope) = effectiveScope(overrides) {
      (scope as? Scope.Singleton)?.table.clear(declaration)
    }
  }

  /// The scope to use: the overrides' comes before the definition's, and both before the container's.
  @inline(__always)
  func effectiveScope(_ overrides: SettingsBox?) -> ScopeReference {
    if let scope = overrides?.settings.scope, scope != .unspecified { return scope }
    if scope == .unspecified, manager.flags.contains(.defaultScope) {
      return manager.defaultScope.map(ScopeReference.init) ?? .unique
    }
    return scope
  }
}

extension ContainerManager {
  /// Changes a factory's overrides and removes its cached values.
  func override(_ declaration: Declaration, _ setting: FactorySetting) {
    table.change(declaration) { slot in
      let old = slot.clear()
      slot.overrides = SettingsBox(old.overrides, setting)
      return old
    }
    Step.clear(declaration)
    // The `autoRegister()` of a new container must not remove the process's singletons.
    if !isAutoRegistering { Scope.singleton.table.clear(declaration) }
  }
}
