extension FactoryRegistration {
  /// The value for this parameter, from the cache or made now.
  ///
  /// The usual cases are inlined into the caller, where the types are known; the rest is in `resolveInFull`.
  @inlinable
  func resolve(_ parameter: P) -> T {
    if settings?.allowsPublishing ?? true,
      let published = manager.published(declaration, scope),
      let value = published.take(as: T.self)
    {
      return value
    }
    if settings == nil, !isPromise, manager.isUntouched(declaration) {
      switch scope {
      case .unspecified, .unique:
        return make(parameter, ResolutionStack.current)
      case .graph:
        return graphValue(parameter, ResolutionStack.current)
      case .cached, .shared, .singleton, .custom:
        break
      }
    }
    return resolveInFull(parameter)
  }

  /// Runs the definition's own factory.
  @inlinable
  func make(_ parameter: P, _ stack: ResolutionStack) -> T {
    stack.enter(declaration, in: manager, parameter: P.self == Void.self ? nil : parameter)
    defer { stack.leave() }
    return recipe.make(parameter)
  }

  @inlinable
  func graphValue(_ parameter: P, _ stack: ResolutionStack) -> T {
    if let entry = stack.graphEntry(declaration, in: manager, nil),
      let value = unsafe unsafeDowncast(entry, to: Entry<T>.self).load()
    {
      return value
    }
    let value = make(parameter, stack)
    stack.keep(Entry(value, scopeID: 0, isWeak: false), declaration, in: manager, nil)
    return value
  }

  /// The whole of a resolution: overrides, contexts, scope, decorators, trace.
  @usableFromInline
  func resolveInFull(_ parameter: P) -> T {
    let overrides = overrides
    if isPromise, !isKept(overrides), manager.promiseTriggersError {
      Failure.brokenPromise(declaration)
    }
    let resolution = Resolution(
      registration: self,
      overrides: overrides,
      stack: ResolutionStack.current,
      parameter: parameter
    )
    let outcome = resolution.run()
    let decorator = overrides?.decorator ?? settings?.values.decorator
    if let decorator {
      decorator(outcome.value, outcome.isNew)
    }
    if manager.attends.contains(.observed) {
      observe(outcome, isDecorated: decorator != nil, resolution)
    }
    return outcome.value
  }

  private func observe(
    _ outcome: Resolution<P, T>.Outcome,
    isDecorated: Bool,
    _ resolution: Resolution<P, T>
  ) {
    let settings = manager.settings.withLock { $0 }
    if !isDecorated { settings.decorator?(outcome.value) }
    guard settings.trace else { return }
    let depth = resolution.stack.depth
    let origin = outcome.isNew ? (resolution.isOverridden ? "F" : "O") : "C"
    let indent = String(repeating: "    ", count: depth)
    settings.logger(
      "\(depth): \(indent)\(declaration.name) = \(origin):\(type(of: outcome.value as Any))"
    )
  }
}

/// One resolution of one factory.
struct Resolution<P, T> {
  typealias Outcome = (value: T, isNew: Bool)

  let registration: FactoryRegistration<P, T>
  let overrides: SettingValues<P, T>?
  let stack: ResolutionStack
  let parameter: P

  /// Whether somebody outside the definition said how to make the value.
  var isOverridden: Bool { overrides?.registered != nil || overrides?.contexts != nil }

  func run() -> Outcome {
    switch registration.effectiveScope(overrides) {
    case .unspecified, .unique:
      return (make(), true)
    case .graph:
      return graphValue()
    case .cached(let id):
      return cachedValue(in: registration.manager.slots, scopeID: id, isWeak: false)
    case .shared(let id):
      return cachedValue(in: registration.manager.slots, scopeID: id, isWeak: true)
    case .singleton:
      return cachedValue(in: Scope.singleton.slots, scopeID: 0, isWeak: false)
    case .custom(let singleton):
      return cachedValue(in: singleton.slots, scopeID: 0, isWeak: false)
    }
  }

  /// Runs the factory, outside every lock but the gate of the value's own creation.
  private func make() -> T {
    stack.enter(
      registration.declaration,
      in: registration.manager,
      parameter: P.self == Void.self ? nil : parameter
    )
    defer { stack.leave() }
    // The overrides are read again: one that came after the first look has either been seen here or, since the cell was
    // claimed before, keeps the value out of the cache.
    return registration.effectiveRecipe(registration.overrides).make(parameter)
  }

  private func graphValue() -> Outcome {
    let declaration = registration.declaration
    let manager = registration.manager
    let variant = variant
    if let entry = stack.graphEntry(declaration, in: manager, variant) as? Entry<T>,
      let value = entry.load()
    {
      return (value, false)
    }
    let value = make()
    stack.keep(Entry(value, scopeID: 0, isWeak: false), declaration, in: manager, variant)
    return (value, true)
  }

  private func cachedValue(in slots: SlotTable, scopeID: UInt32, isWeak: Bool) -> Outcome {
    let timeToLive = overrides?.timeToLive ?? registration.settings?.values.timeToLive
    let manager = registration.manager
    let cache = Cache(
      slot: slots.slot(for: registration.declaration),
      variant: variant,
      scopeID: scopeID,
      isWeak: isWeak,
      deadline: { timeToLive.map { manager.instant().advanced(by: $0) } },
      isLate: { manager.instant() >= $0 }
    )
    return cache.value(stack: stack, make: make)
  }

  /// Keeps values for different parameters or task-local contexts apart.
  private var variant: Variant? {
    let key = overrides?.parameterKey ?? registration.settings?.values.parameterKey
    return Variant(overlay: FactoryContext.currentOverlay, parameter: key?(parameter))
  }
}
