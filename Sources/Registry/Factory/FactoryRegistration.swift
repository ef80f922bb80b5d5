/// A factory's definition, modifiers and closure.
public struct FactoryRegistration<P, T>: Sendable {
  @usableFromInline var definition: Definition
  @usableFromInline let recipe: Recipe<P, T>

  @inlinable
  init(_ manager: ContainerManager, _ recipe: Recipe<P, T>, _ declaration: Declaration) {
    definition = Definition(manager, declaration)
    self.recipe = recipe
  }
}

extension FactoryRegistration {
  /// The value for this parameter, from the cache or made now.
  ///
  /// - Throws: What the factory throws, and a wiring mistake if the factory can throw.
  @inlinable
  func resolve<Failure: Error>(_ parameter: P, throwing: Failure.Type) throws(Failure) -> T {
    let resolution = definition.resolution(parameter)
    if resolution.isWatched { return try watch(parameter, resolution, throwing: Failure.self) }
    if let value = resolution.entry?.load(as: T.self) { return value }
    return try value(parameter, resolution, throwing: Failure.self).value
  }

  /// The value, which a promise, a trace, a record or a decorator asks for.
  @usableFromInline
  func watch<Failure: Error>(
    _ parameter: P,
    _ resolution: Resolution,
    throwing: Failure.Type
  ) throws(Failure) -> T {
    if let error = resolution.brokenPromise(of: definition) {
      throw Wiring.error(error, as: Failure.self)
    }
    func observedValue() throws(Failure) -> (value: T, isNew: Bool) {
      if let value = resolution.entry?.load(as: T.self) {
        resolution.observe(value, isNew: false, of: definition)
        return (value, false)
      }
      let (value, isNew) = try value(parameter, resolution, throwing: Failure.self)
      resolution.observe(value, isNew: isNew, of: definition)
      return (value, isNew)
    }
    guard definition.manager.isTraced else { return try observedValue().value }
    return try Trace.recording(in: definition.manager) { () throws(Failure) in
      let (value, isNew) = try observedValue()
      return (value, resolution.traceLine(value, isNew, of: definition))
    }
  }

  /// The value that was not there when the resolution began, and whether it is new.
  @inlinable
  func value<Failure: Error>(
    _ parameter: P,
    _ resolution: Resolution,
    throwing: Failure.Type
  ) throws(Failure) -> (value: T, isNew: Bool) {
    guard let cache = resolution.cache else {
      return (try make(parameter, resolution, nil, throwing: Failure.self), true)
    }
    // A value that is kept weakly may be gone before it is read.
    while true {
      var made: T?
      let entry: AnyEntry?
      do {
        entry = try cache.entry { creation in
          let isCurrent = definition.isCurrent(resolution)
          let resolution = isCurrent ? resolution : definition.resolution(parameter)
          let value = try make(parameter, resolution, creation, throwing: Failure.self)
          made = .some(value)
          let release = resolution.release(of: definition)
          return (resolution.cache ?? cache).entry(for: value, creation, release)
        }
      } catch {
        throw Wiring.error(error, as: Failure.self)
      }
      if let made { return (made, true) }
      if let value: T = AnyEntry.value(of: entry) { return (value, false) }
      if let entry { cache.discard(entry) }
    }
  }

  /// Runs the closure as a step of the resolution in progress.
  @inlinable
  func make<Failure: Error>(
    _ parameter: P,
    _ resolution: Resolution,
    _ creation: Creation?,
    throwing: Failure.Type
  ) throws(Failure) -> T {
    let (manager, declaration) = (definition.manager, definition.declaration)
    let recipe = recipe(resolution)
    return try Step.run(declaration, in: manager, from: resolution.here, parameter, creation) {
      () throws(Failure) in
      try recipe.make(parameter, of: declaration, throwing: Failure.self)
    }
  }

  /// The recipe to use.
  @inlinable
  func recipe(_ resolution: Resolution) -> Recipe<P, T> {
    guard resolution.hasRecipes, let other = resolution.recipe(of: definition) else {
      return recipe
    }
    return other as? Recipe<P, T> ?? recipe
  }
}

// MARK: - Asynchronously

extension FactoryRegistration where P: Sendable, T: Sendable {
  /// The value for this parameter, from the cache or made now.
  ///
  /// - Throws: What the factory throws, wiring mistakes, and `CancellationError` if the task is cancelled while it waits
  ///   for another task's creation.
  func resolveAsynchronously(_ parameter: P) async throws -> T {
    let resolution = definition.resolution(parameter)
    if let error = resolution.brokenPromise(of: definition) { throw error }
    guard definition.manager.isTraced else { return try await value(parameter, resolution).value }
    return try await Trace.recording(in: definition.manager) {
      let (value, isNew) = try await value(parameter, resolution)
      return (value, resolution.traceLine(value, isNew, of: definition))
    }
  }

  private func value(
    _ parameter: P,
    _ resolution: Resolution
  ) async throws -> (value: T, isNew: Bool) {
    let (value, isNew) = try await unobservedValue(parameter, resolution)
    resolution.observe(value, isNew: isNew, of: definition)
    return (value, isNew)
  }

  private func unobservedValue(
    _ parameter: P,
    _ resolution: Resolution
  ) async throws -> (value: T, isNew: Bool) {
    if let value = resolution.entry?.load(as: T.self) { return (value, false) }
    guard let cache = resolution.cache else {
      return (try await make(parameter, resolution, nil), true)
    }
    while true {
      var made: T?
      let entry = try await cache.asynchronousEntry { creation in
        let isCurrent = definition.isCurrent(resolution)
        let resolution = isCurrent ? resolution : definition.resolution(parameter)
        let value = try await make(parameter, resolution, creation)
        made = .some(value)
        let release = resolution.release(of: definition)
        return (resolution.cache ?? cache).entry(for: value, creation, release)
      }
      if let made { return (made, true) }
      if let value: T = AnyEntry.value(of: entry) { return (value, false) }
      if let entry { cache.discard(entry) }
    }
  }

  private func make(
    _ parameter: P,
    _ resolution: Resolution,
    _ creation: Creation?
  ) async throws -> T {
    let (manager, declaration) = (definition.manager, definition.declaration)
    let recipe = recipe(resolution)
    return try await Step.run(declaration, in: manager, from: resolution.here, parameter, creation)
    {
      try await recipe.makeAsynchronously(parameter)
    }
  }
}
