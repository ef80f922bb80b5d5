internal import Synchronization

extension FactoryRegistration {
  /// The value for this parameter, from the cache or made now.
  @inlinable
  func resolve(_ parameter: P) -> T {
    if settings?.allowsPublishing ?? true, let entry = manager.published(declaration, scope) {
      // The declaration's identity holds its types, so the cast cannot fail.
      if let value = unsafe unsafeDowncast(entry, to: Entry<T>.self).load() { return value }
    }
    return resolveInFull(parameter)
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
    settings.logger("\(depth): \(indent)\(declaration.name) = \(origin):\(type(of: outcome.value))")
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
      parameter: P.self == Void.self ? nil : comparableParameter
    )
    defer { stack.leave() }
    return registration.effectiveRecipe(overrides).make(parameter)
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

  /// The parameter for the comparison that tells a cycle from a recursion; never equal where it cannot be compared.
  private var comparableParameter: AnyHashable? {
    (parameter as? any Hashable).map { AnyHashable($0) } ?? AnyHashable(Incomparable())
  }
}

/// Stands for a parameter that cannot be compared: equal to nothing else.
private final class Incomparable: Hashable {
  static func == (left: Incomparable, right: Incomparable) -> Bool { left === right }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
