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
