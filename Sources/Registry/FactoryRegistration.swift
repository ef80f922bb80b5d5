/// What a `Factory` or a `ParameterFactory` is made of; modifiers change it, a resolution reads it.
public struct FactoryRegistration<P, T>: Sendable {
  @usableFromInline let manager: ContainerManager
  @usableFromInline let declaration: Declaration
  @usableFromInline var recipe: Recipe<P, T>
  @usableFromInline var scope = ScopeReference.unspecified
  /// What the definition says beyond recipe and scope; nil, without an allocation, for most.
  @usableFromInline var settings: FactorySettings<P, T>?
  /// The definition ended in `.once()`.
  @usableFromInline var isOnce = false
  /// The definition promises a registration instead of having a recipe.
  @usableFromInline var isPromise = false
  /// A modifier outside the definition came before, so that those after it are overrides too.
  @usableFromInline var isOverriding = false

  @inlinable
  init(_ container: some ManagedContainer, _ recipe: Recipe<P, T>, _ declaration: Declaration) {
    manager = container.manager
    self.recipe = recipe
    self.declaration = declaration
    if manager.isAutoRegistrationDue { manager.autoRegister(container) }
  }
}

// MARK: - Changes

extension FactoryRegistration {
  /// Applies a modifier: to this value within the definition, to the container's overrides elsewhere.
  mutating func modify(
    from function: StaticString,
    _ fileID: StaticString,
    _ change: (inout SettingValues<P, T>) -> Void
  ) {
    guard isOverride(from: function, fileID) else {
      var values = settings?.values ?? SettingValues()
      change(&values)
      settings = FactorySettings(values)
      return
    }
    isOverriding = true
    override(change)
  }

  func isOverride(from function: StaticString, _ fileID: StaticString) -> Bool {
    isOverriding || !declaration.isWritten(in: function, of: fileID)
  }

  /// Changes the container's overrides and forgets the cached values in every scope.
  func override(_ change: (inout SettingValues<P, T>) -> Void) {
    manager.set(.overrides, true)
    manager.slots.slot(for: declaration).update { state in
      var values = Self.values(state.settings)
      change(&values)
      state.settings = FactorySettings(values)
      state.clear()
    }
    // A container that registers its own as it comes into being must not empty the process's singletons.
    if !manager.isAutoRegistrationDue { clearSingletons() }
  }

  /// Changes the scope: within a chain of overrides for the container, else for this value.
  @usableFromInline
  mutating func set(_ scope: ScopeReference) {
    if isOverriding { override { $0.scope = scope } }
    self.scope = scope
  }

  /// Forgets overrides, cached values or both.
  func reset(_ options: FactoryResetOptions) {
    manager.slots.slot(for: declaration).update { state in
      state.reset(options)
      if options == .context, isOnce {
        var values = Self.values(state.settings)
        values.dropsDefinedContexts = true
        state.settings = FactorySettings(values)
      }
    }
    switch options {
    case .all, .scope: clearSingletons()
    case .none, .registration, .context: break
    }
    if options == .context, isOnce { manager.set(.overrides, true) }
  }

  private func clearSingletons() {
    Scope.singleton.clear(declaration)
    if case .custom(let singleton) = effectiveScope(overrides) { singleton.clear(declaration) }
  }

  private static func values(_ settings: AnySettings?) -> SettingValues<P, T> {
    (settings as? FactorySettings<P, T>)?.values ?? SettingValues()
  }
}

// MARK: - What is in force

extension FactoryRegistration {
  /// The overrides; the declaration's identity holds its types, so the cast cannot fail.
  @usableFromInline var overrides: SettingValues<P, T>? {
    guard let settings = manager.overrides(of: declaration) else { return nil }
    return unsafe unsafeDowncast(settings, to: FactorySettings<P, T>.self).values
  }

  /// Overrides come before the definition; within each a context comes before what is registered.
  @usableFromInline
  func effectiveRecipe(_ overrides: SettingValues<P, T>?) -> Recipe<P, T> {
    if let overrides, let recipe = overrides.contexts?.recipe() ?? overrides.registered {
      return recipe
    }
    guard let defined = settings?.values else { return recipe }
    if overrides?.dropsDefinedContexts != true, let recipe = defined.contexts?.recipe() {
      return recipe
    }
    return defined.registered ?? recipe
  }

  @usableFromInline
  func effectiveScope(_ overrides: SettingValues<P, T>?) -> ScopeReference {
    if let scope = overrides?.scope { return scope }
    if case .unspecified = scope, manager.attends.contains(.defaultScope) {
      return manager.defaultScope?.resolved ?? .unique
    }
    return scope
  }

  /// Whether the promise was kept: somebody registered, or a context has a recipe.
  func isKept(_ overrides: SettingValues<P, T>?) -> Bool {
    overrides?.registered != nil || settings?.values.registered != nil
      || overrides?.contexts?.recipe() != nil || settings?.values.contexts?.recipe() != nil
  }
}

extension Scope.Singleton {
  /// Forgets one declaration's values.
  func clear(_ declaration: Declaration) {
    slots.withSlot(for: declaration) { slot in
      slot?.update { $0.clear() }
    }
  }
}
