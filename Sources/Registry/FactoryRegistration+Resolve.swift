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
