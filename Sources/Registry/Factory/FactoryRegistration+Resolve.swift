extension FactoryRegistration {
  /// The value for this parameter, from the cache or made now.
  ///
  /// The usual cases are inlined into the caller, where the types are known; the rest is in `resolveInFull`.
  ///
  /// - Throws: What the factory throws, and a wiring mistake if the factory can throw.
  @inlinable
  func resolve<Failure: Error>(_ parameter: P, throwing: Failure.Type) throws(Failure) -> T {
    if let value = published { return value }
    if settings == nil, !isPromise, container.borrow({ $0.isUntouched(declaration) }) {
      switch scope.kind {
      case .unspecified, .unique:
        return try make(parameter, ResolutionStack.current, throwing: Failure.self)
      case .graph where !AsyncFrame.isUsed:
        return try graphValue(parameter, ResolutionStack.current, throwing: Failure.self)
      case .cached, .shared, .singleton, .custom, .graph:
        break
      }
    }
    return try resolveInFull(parameter, throwing: Failure.self)
  }

  /// The cached value, if a read without a lock is enough.
  @inlinable
  @inline(__always)
  var published: T? {
    guard scope.isPublished, settings?.allowsPublishing ?? true,
      let found = container.borrow({ $0.published(declaration, scope) })
    else { return nil }
    return found.take(as: T.self)
  }

  /// Runs the definition's own factory.
  @inlinable
  func make<Failure: Error>(
    _ parameter: P,
    _ stack: ResolutionStack,
    throwing: Failure.Type
  ) throws(Failure) -> T {
    try stack.withFrame(declaration, container, parameter) { () throws(Failure) in
      // The usual recipe, inlined.
      if case .plain(let make) = recipe, make.isolation == nil {
        return Recipe<P, T>.withoutHop(make)()
      }
      return try recipe.make(parameter, of: declaration, throwing: Failure.self)
    }
  }

  @inlinable
  func graphValue<Failure: Error>(
    _ parameter: P,
    _ stack: ResolutionStack,
    throwing: Failure.Type
  ) throws(Failure) -> T {
    if let entry = container.borrow({ stack.graphEntry(declaration, in: $0, nil) }),
      let value = entry.load(as: T.self)
    {
      return value
    }
    let value = try make(parameter, stack, throwing: Failure.self)
    container.borrow {
      stack.keep(Entry(value, scopeID: 0, isWeak: false), declaration, in: $0, nil)
    }
    return value
  }

  /// Resolves with everything: overrides, contexts, scope, decorators, trace.
  @usableFromInline
  func resolveInFull<Failure: Error>(
    _ parameter: P,
    throwing: Failure.Type
  ) throws(Failure) -> T {
    let resolution = Resolution<P, T, Failure>(self, parameter)
    try checkPromise(resolution)
    let stack = ResolutionStack.current
    guard manager.flags.contains(.observed), manager.trace else {
      return observed(try resolution.run(stack), resolution)
    }
    let outcome = try Trace.recording(
      in: manager,
      { () throws(Failure) in try resolution.run(stack) },
      text: { traceLine($0, resolution) }
    )
    return observed(outcome, resolution)
  }

  private func checkPromise<Failure>(
    _ resolution: Resolution<P, T, Failure>
  ) throws(Failure) {
    guard isPromise, !isPromiseKept(resolution.overrides), manager.promiseTriggersError else {
      return
    }
    let error = RegistryError.brokenPromise(declaration)
    // A test goes on with nil.
    if Failure.self == Never.self, Wiring.failsTest(error) { return }
    throw Wiring.error(error, as: Failure.self)
  }

  /// The value, after the decorator and the graph record have received it.
  private func observed<Failure>(
    _ outcome: Cache.Outcome<T>,
    _ resolution: Resolution<P, T, Failure>
  ) -> T {
    let decorator = resolution.decorator
    decorator?(outcome.value, outcome.isNew)
    guard manager.flags.contains(.observed) else { return outcome.value }
    let settings = manager.settings.withLock { $0 }
    if decorator == nil { settings.decorator?(outcome.value) }
    if settings.recordsGraph {
      let parent = ResolutionPath.current.last?.declaration
      manager.graph.withLock { $0.record(declaration, type: "\(T.self)", for: parent) }
    }
    return outcome.value
  }

  private func traceLine<Failure>(
    _ outcome: Cache.Outcome<T>,
    _ resolution: Resolution<P, T, Failure>
  ) -> String {
    let depth = ResolutionPath.current.count
    let origin = outcome.isNew ? resolution.origin : "C"
    let indent = String(repeating: "    ", count: depth)
    return "\(depth): \(indent)\(declaration.name) = \(origin):\(type(of: outcome.value as Any))"
  }
}

// MARK: - Asynchronously

extension FactoryRegistration where P: Sendable, T: Sendable {
  /// The value for this parameter, from the cache or made now.
  ///
  /// - Throws: What the factory throws, wiring mistakes, and `CancellationError` if the task is cancelled while it waits
  ///   for another task's creation.
  @inlinable
  func resolveAsynchronously(_ parameter: P) async throws -> T {
    if let value = published { return value }
    return try await resolveAsynchronouslyInFull(parameter)
  }

  @usableFromInline
  func resolveAsynchronouslyInFull(_ parameter: P) async throws -> T {
    let resolution = Resolution<P, T, any Error>(self, parameter)
    try checkPromise(resolution)
    guard manager.flags.contains(.observed), manager.trace else {
      return observed(try await resolution.runAsynchronously(), resolution)
    }
    let outcome = try await Trace.recording(
      in: manager,
      { try await resolution.runAsynchronously() },
      text: { traceLine($0, resolution) }
    )
    return observed(outcome, resolution)
  }
}
