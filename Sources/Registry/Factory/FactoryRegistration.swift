/// What a `Factory` or a `ParameterFactory` is made of; modifiers change it, a resolution reads it.
public struct FactoryRegistration<P, T>: Sendable {
  // In this order there are no gaps; a definition's value is copied at each use.
  @usableFromInline let container: ManagerReference
  @usableFromInline let declaration: Declaration
  @usableFromInline var recipe: Recipe<P, T>
  /// The definition ended in `.once()`.
  @usableFromInline var isOnce = false
  /// The definition promises a registration instead of having a recipe.
  @usableFromInline var isPromise = false
  /// A modifier outside the definition came before, so that those after it are overrides too.
  @usableFromInline var isOverriding = false
  @usableFromInline var scope = ScopeReference.unspecified
  /// What the definition says beyond recipe and scope; nil, without an allocation, for most.
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

  /// Applies a modifier: to this value within the definition, to the container's overrides elsewhere.
  @inlinable
  mutating func modify(
    _ setting: Setting<P, T>,
    from function: StaticString,
    _ fileID: StaticString
  ) {
    if isOverride(from: function, fileID) {
      container.borrow { $0.checkSeal(declaration, from: function, fileID) }
      isOverriding = true
    }
    modify(setting)
  }

  /// Applies a modifier as the one before it was.
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

  /// Changes the container's overrides and forgets the cached values in every scope.
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
    // A container that registers its own as it comes into being must not empty the process's singletons.
    if !manager.isAutoRegistering { clearSingletons() }
  }

  /// Changes the scope: within a chain of overrides for the container, else for this value.
  @usableFromInline
  mutating func set(_ scope: ScopeReference) {
    if isOverriding { override(.scope(scope)) }
    self.scope = scope
  }

  /// Changes the scope to one that may be a singleton scope of the program's own.
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

  /// Forgets overrides, cached values or both.
  func reset(_ options: FactoryResetOptions) {
    manager.slots.slot(for: declaration).update { state in
      state.reset(options)
      if options == .context, isOnce {
        var values = Self.values(state.settings)
        values.dropsDefinedContexts = true
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

// MARK: - What is in force

extension FactoryRegistration {
  /// The overrides, those of the task before those of the container.
  var overrides: SettingValues<P, T>? {
    let registered = Self.overrides(of: declaration, in: manager)
    guard let own = DependencyScope.current?.values.override(of: declaration, in: manager)
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

  /// The declaration under which overrides are found holds their types, so the cast cannot fail.
  private static func typed(_ overrides: AnyOverrides) -> SettingValues<P, T> {
    unsafe unsafeDowncast(overrides, to: Overrides<P, T>.self).values
  }

  /// Overrides come before the definition; within each a context comes before what is registered.
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

  /// Whether the promise was kept: somebody registered, or a context has a recipe.
  func isKept(_ overrides: SettingValues<P, T>?) -> Bool {
    overrides?.registered != nil || settings?.values.registered != nil
      || overrides?.contexts?.recipe() != nil || settings?.values.contexts?.recipe() != nil
  }
}
