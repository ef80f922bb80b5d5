/// A factory's definition and modifiers, which a resolution reads.
public struct FactoryRegistration<P, T>: Sendable {
  // This order leaves no gaps; a definition's value is copied at each use.
  @usableFromInline let container: ManagerReference
  @usableFromInline let declaration: Declaration
  @usableFromInline var recipe: Recipe<P, T>
  /// The definition ended in `.once()`.
  @usableFromInline var isOnce = false
  /// The definition promises a registration instead of having a recipe.
  @usableFromInline var isPromise = false
  /// An earlier modifier is outside the definition, so the later ones are overrides too.
  @usableFromInline var isOverriding = false
  @usableFromInline var scope = ScopeReference.unspecified
  /// The definition's modifiers apart from the scope; nil, without an allocation, for most factories.
  @usableFromInline var settings: DefinedSettings<P, T>?

  @inlinable
  init(_ container: ManagerReference, _ recipe: Recipe<P, T>, _ declaration: Declaration) {
    self.container = container
    self.declaration = declaration
    self.recipe = recipe
  }
}

// MARK: - Changes

extension FactoryRegistration {
  var manager: ContainerManager { container.manager }

  /// Applies a modifier: within the definition to this value, elsewhere to the container's overrides.
  @inlinable
  mutating func modify(
    _ setting: Setting<P, T>,
    from function: StaticString,
    _ fileID: StaticString
  ) {
    if isOverride(from: function, fileID) {
      let isAllowed = container.borrow {
        $0.allowsOverride(of: declaration, from: function, fileID)
      }
      guard isAllowed else { return }
      isOverriding = true
    }
    modify(setting)
  }

  /// Applies a modifier in the same way as the one before it.
  @inlinable
  mutating func modify(_ setting: Setting<P, T>) {
    if isOverriding {
      override(setting)
    } else {
      settings = DefinedSettings(setting, after: settings)
    }
  }

  @inlinable
  func isOverride(from function: StaticString, _ fileID: StaticString) -> Bool {
    isOverriding || !declaration.isWritten(in: function, of: fileID)
  }

  /// Changes the container's overrides and removes the cached values in every scope.
  @usableFromInline
  func override(_ setting: Setting<P, T>) {
    manager.set(.overrides, true)
    manager.slots.slot(for: declaration).update { state in
      var values = Self.values(state.settings)
      values.apply(setting)
      state.settings = Overrides(values)
      state.clear()
    }
    DependencyScope.current?.clear(declaration)
    // The `autoRegister()` of a new container must not remove the process's singletons.
    if !manager.isAutoRegistering { clearSingletons() }
  }

  /// Changes the scope: after an override for the container, else for this value.
  @usableFromInline
  mutating func set(_ scope: ScopeReference) {
    if isOverriding { override(.scope(scope)) }
    self.scope = scope
  }

  /// Changes the scope, which may be a custom singleton scope.
  mutating func set(_ scope: Scope) {
    let singletons = scope as? Scope.Singleton
    if let singletons, scope.resolved == .custom {
      if isOverriding {
        override(.singletons(singletons))
      } else {
        settings = DefinedSettings(.singletons(singletons), after: settings)
      }
    }
    set(scope.resolved)
  }

  /// Removes overrides, cached values or both.
  func reset(_ options: FactoryResetOptions) {
    manager.slots.slot(for: declaration).update { state in
      state.reset(options)
      if options == .context, isOnce {
        var values = Self.values(state.settings)
        values.ignoresDefinedContexts = true
        state.settings = Overrides(values)
      }
    }
    switch options {
    case .all, .scope: clearSingletons()
    case .none, .registration, .context: break
    }
    if options == .context, isOnce { manager.set(.overrides, true) }
  }

  private func clearSingletons() {
    Scope.singleton.slots.clear(declaration)
    let overrides = overrides
    if effectiveScope(overrides) == .custom { singletons(overrides).slots.clear(declaration) }
  }

  private static func values(_ overrides: AnyOverrides?) -> SettingValues<P, T> {
    (overrides as? Overrides<P, T>)?.values ?? SettingValues()
  }
}

// MARK: - Effective settings

extension FactoryRegistration {
  /// The overrides; the task's come before the container's.
  var overrides: SettingValues<P, T>? {
    let registered = Self.overrides(of: declaration, in: manager)
    guard let own = DependencyScope.current?.overrides.override(of: declaration, in: manager)
    else { return registered }
    var values = registered ?? SettingValues()
    values.registered = Self.typed(own).registered
    values.contexts = nil
    return values
  }

  /// The container's overrides.
  static func overrides(
    of declaration: Declaration,
    in manager: ContainerManager
  ) -> SettingValues<P, T>? {
    manager.overrides(of: declaration).map(typed)
  }

  /// The cast cannot fail: a declaration determines the types of its overrides.
  private static func typed(_ overrides: AnyOverrides) -> SettingValues<P, T> {
    unsafe unsafeDowncast(overrides, to: Overrides<P, T>.self).values
  }

  /// The recipe to use: overrides come before the definition, and in each a context comes before a registration.
  func effectiveRecipe(_ overrides: SettingValues<P, T>?) -> Recipe<P, T> {
    if let overrides, let recipe = overrides.contexts?.recipe() ?? overrides.registered {
      return recipe
    }
    guard let defined = settings?.values else { return recipe }
    if overrides?.ignoresDefinedContexts != true, let recipe = defined.contexts?.recipe() {
      return recipe
    }
    return defined.registered ?? recipe
  }

  func effectiveScope(_ overrides: SettingValues<P, T>?) -> ScopeReference {
    if let scope = overrides?.scope { return scope }
    if scope == .unspecified, manager.flags.contains(.defaultScope) {
      return manager.defaultScope?.resolved ?? .unique
    }
    return scope
  }

  /// The singleton scope of a factory whose effective scope is `.custom`.
  func singletons(_ overrides: SettingValues<P, T>?) -> Scope.Singleton {
    overrides?.singletons ?? settings?.values.singletons
      ?? manager.defaultScope as? Scope.Singleton ?? Scope.singleton
  }

  /// Whether the promised factory was registered or has a recipe for a context that holds.
  func isPromiseKept(_ overrides: SettingValues<P, T>?) -> Bool {
    overrides?.registered != nil || settings?.values.registered != nil
      || overrides?.contexts?.recipe() != nil || settings?.values.contexts?.recipe() != nil
  }
}
