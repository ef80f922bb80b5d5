/// One resolution of one factory: the overrides, contexts and scope that hold for it, and the value if one is kept.
///
/// A resolution goes in these steps. The factory's ``Slot`` in its container's ``Table`` gives the overrides. They and the
/// ``Definition`` give the scope, which says in which table the value is kept, if in any. If it is there, the resolution is
/// done. Else ``Cache`` waits for the ``Creation`` of another thread or task, or claims it. Whoever claims it runs the
/// closure, the ``Recipe``, as a ``Step`` of the resolution in progress, outside of every lock.
@usableFromInline
struct Resolution: Sendable {
  /// The step in which the resolution begins.
  @usableFromInline let here: Step?
  fileprivate let overrides: SettingsBox?
  fileprivate let scope: ScopeReference
  /// The value that is kept.
  @usableFromInline let entry: AnyEntry?
  /// Keeps the value, once it is made; nil if there is an entry that cannot go, or if nothing keeps the value.
  @usableFromInline let cache: Cache?
  /// True if a promise, a trace, a record or a decorator asks for more than the value.
  @usableFromInline let isWatched: Bool
  /// True if another recipe than the definition's own may hold.
  @usableFromInline let hasRecipes: Bool

  /// The recipe that takes the place of the definition's own: overrides come before the definition.
  @usableFromInline
  func recipe(of definition: Definition) -> (any AnyRecipe)? {
    if let recipe = overrides?.settings.recipe { return recipe }
    guard let settings = definition.settings?.settings else { return nil }
    let isIgnored = overrides?.settings.ignoresDefinedContexts == true
    return isIgnored ? settings.registered : settings.recipe
  }

  /// True if another factory was registered, for all contexts.
  var isRegistered: Bool { overrides?.settings.registered != nil }

  /// The error of a promised factory that has neither been registered nor a recipe for a context that holds.
  func brokenPromise(of definition: Definition) -> RegistryError? {
    definition.isPromise && recipe(of: definition) == nil && definition.manager.promiseTriggersError
      ? .brokenPromise(definition.declaration) : nil
  }
}

// MARK: - Beginning

extension Definition {
  /// The resolution that begins here.
  @usableFromInline
  func resolution<P>(_ parameter: P) -> Resolution {
    let here = Step.current
    let held = manager.table.held(declaration)
    let overrides = overrides(here, held.overrides)
    let scope = effectiveScope(overrides)
    let variant = variant(here, overrides, parameter)
    var entry: AnyEntry?
    var place: Table?
    let isUsual = variant == nil && here?.origin.scope == nil
    switch scope {
    case .unspecified, .unique: break
    case .cached where isUsual, .shared where isUsual:
      place = manager.table
      entry = held.entry
    default:
      place = self.place(here, scope)
      entry = place?.held(declaration, variant).entry
    }
    if entry?.isValid(in: scope, manager) == false { entry = nil }
    // A value that is kept weakly may be gone before it is read.
    let needsCache = entry == nil || scope.kind == .shared
    return Resolution(
      here: here,
      overrides: overrides,
      scope: scope,
      entry: entry,
      cache: needsCache ? place.map { cache(in: $0, variant, scope, overrides) } : nil,
      isWatched: isPromise || manager.flags.contains(.observed)
        || overrides?.settings.decorator != nil || settings?.settings.decorator != nil,
      hasRecipes: overrides != nil || settings != nil
    )
  }

  /// False if the factory was registered after the resolution began.
  @usableFromInline
  func isCurrent(_ resolution: Resolution) -> Bool {
    if manager.table.held(declaration).overrides === resolution.overrides { return true }
    // An override of the task stays in force.
    return resolution.here?.origin.scope?.overrides.override(of: declaration, in: manager) != nil
  }

  /// The overrides; the task's come before the container's.
  @inline(__always)
  private func overrides(_ here: Step?, _ registered: SettingsBox?) -> SettingsBox? {
    guard let operation = here?.origin.scope else { return registered }
    return operation.overrides.override(of: declaration, in: manager, over: registered)
  }

  /// The table that keeps the value; nil if none does.
  ///
  /// A value that is made while a task overrides context values or factories may depend on them, so it is kept apart, as
  /// long as the override lasts.
  private func place(_ here: Step?, _ scope: ScopeReference) -> Table? {
    let operation = here?.origin.scope
    let table: Table
    switch scope.kind {
    case .unique: return nil
    case .cached, .shared: table = manager.table
    case .graph:
      guard let graph = Step.graph(from: here) else { return nil }
      return graph.table(for: operation?.tables.table(for: manager.table) ?? manager.table)
    case .singleton: table = scope.singletons.table
    }
    return operation?.tables.table(for: table) ?? table
  }

  @inline(__always)
  private func variant<P>(_ here: Step?, _ overrides: SettingsBox?, _ parameter: P) -> Variant? {
    let isScoped = isScopedOnParameters || overrides?.settings.isScopedOnParameters == true
    let overlay = here?.overlay
    if !isScoped, overlay == nil { return nil }
    return Variant.of(overlay, isScoped ? parameter as? any Hashable : nil)
  }

  private func cache(
    in table: Table,
    _ variant: Variant?,
    _ scope: ScopeReference,
    _ overrides: SettingsBox?
  ) -> Cache {
    if case .other = scope, scope.kind == .singleton { manager.remember(scope.singletons) }
    return Cache(
      table,
      declaration,
      variant: variant,
      scope: scope,
      manager: manager,
      timeToLive: overrides?.settings.timeToLive ?? settings?.settings.timeToLive
    )
  }
}

extension Resolution {
  /// The call of the handler for a value that a container keeps.
  @usableFromInline
  func release(of definition: Definition) -> ReleaseHandler? {
    if scope == .graph { return nil }
    return overrides?.settings.release ?? definition.settings?.settings.release
  }
}

// MARK: - Observers

extension Resolution {
  /// Gives the value to the decorator and to the graph record.
  func observe<T>(_ value: T, isNew: Bool, of definition: Definition) {
    let decorator = overrides?.settings.decorator ?? definition.settings?.settings.decorator
    if let decorator { decorator(value, isNew) }
    let manager = definition.manager
    guard manager.flags.contains(.observed) else { return }
    let watched = manager.settings.withLock { $0 }
    if decorator == nil { watched.decorator?(value) }
    if watched.recordsGraph {
      let parent = Step.path.last?.declaration
      manager.graph.withLock { $0.record(definition.declaration, type: "\(T.self)", for: parent) }
    }
  }

  func traceLine<T>(_ value: T, _ isNew: Bool, of definition: Definition) -> String {
    let depth = Step.path.count
    let indent = String(repeating: "    ", count: depth)
    let origin = isNew ? origin(in: definition) : "C"
    return "\(depth): \(indent)\(definition.declaration.name) = \(origin):\(type(of: value as Any))"
  }

  /// Where a new value comes from, as trace lines write it: `F` the definition, `R` a registration, `O` a context.
  private func origin(in definition: Definition) -> String {
    let isIgnored = overrides?.settings.ignoresDefinedContexts == true
    for settings in [overrides, definition.settings].compactMap(\.?.settings) {
      if !isIgnored, settings.contextRecipe != nil { return "O" }
      if settings.registered != nil { return "R" }
    }
    return "F"
  }
}
