/// One resolution of one factory, with the settings that apply to it.
struct Resolution<P, T, Failure: Error> {
  typealias Outcome = Cache.Outcome<T>

  let registration: FactoryRegistration<P, T>
  let overrides: SettingValues<P, T>?
  let defined: SettingValues<P, T>?
  let parameter: P

  init(_ registration: FactoryRegistration<P, T>, _ parameter: P) {
    self.registration = registration
    self.parameter = parameter
    overrides = registration.overrides
    defined = registration.settings?.values
  }

  /// Where a new value comes from, as trace lines write it: `F` the definition, `R` a registration, `O` a context.
  var origin: String {
    for settings in [overrides, defined].compactMap(\.self) {
      let isIgnored = overrides?.ignoresDefinedContexts == true
      if !isIgnored, settings.contexts?.recipe() != nil { return "O" }
      if settings.registered != nil { return "R" }
    }
    return "F"
  }

  var decorator: (@Sendable (T, Bool) -> Void)? { overrides?.decorator ?? defined?.decorator }

  /// The cache of the value; nil for a value that is not cached, and for the graph scope.
  func cache() -> Cache? {
    switch registration.effectiveScope(overrides).kind {
    case .unspecified, .unique, .graph: nil
    case .cached(let id): cache(in: containerSlots, id, isWeak: false)
    case .shared(let id): cache(in: containerSlots, id, isWeak: true)
    case .singleton: cache(in: slots(of: Scope.singleton), 0, isWeak: false)
    case .custom: cache(in: slots(of: customSingletons), 0, isWeak: false)
    }
  }

  // A value that is made while a task overrides context values or factories may depend on them. It is cached apart, and
  // as long as the override lasts.

  private var containerSlots: SlotTable {
    let manager = registration.manager
    return DependencyScope.current?.tables.table(for: manager.slots) ?? manager.slots
  }

  private var customSingletons: Scope.Singleton {
    let singletons = registration.singletons(overrides)
    registration.manager.remember(singletons)
    return singletons
  }

  private func slots(of scope: Scope.Singleton) -> SlotTable {
    DependencyScope.current?.tables.table(for: scope.slots) ?? scope.slots
  }

  var isGraph: Bool {
    registration.effectiveScope(overrides) == .graph
  }

  func cache(in slots: SlotTable, _ scopeID: UInt32, isWeak: Bool) -> Cache {
    let timeToLive = overrides?.timeToLive ?? defined?.timeToLive
    let manager = registration.manager
    return Cache(
      slot: slots.slot(for: registration.declaration),
      container: manager.slots.number,
      variant: variant,
      scopeID: scopeID,
      isWeak: isWeak,
      deadline: { timeToLive.map { manager.now().advanced(by: $0) } },
      isExpired: { manager.now() >= $0 }
    )
  }

  /// Keeps values for different parameters or task-local contexts apart.
  var variant: Variant? {
    let key = overrides?.parameterKey ?? defined?.parameterKey
    return Variant(
      overlay: FactoryContext.currentOverlay,
      parameter: key?(parameter),
      override: isGraph ? DependencyScope.current?.tables.number : nil
    )
  }

  func release(_ value: T) -> Release? {
    (overrides?.release ?? defined?.release).map { Release($0, value) }
  }

  /// The recipe to follow now.
  ///
  /// The overrides are read again, after the cell was claimed: a new override either is seen here or keeps the value out
  /// of the cache.
  var recipe: Recipe<P, T> { registration.effectiveRecipe(registration.overrides) }
}

// MARK: - Synchronously

extension Resolution {
  func run(_ stack: ResolutionStack) throws(Failure) -> Outcome {
    if let cache = cache() {
      return try cache.value(
        make: { creation throws(Failure) in try make(creation, stack) },
        release: release
      )
    }
    if isGraph { return try graphValue(stack) }
    return (try make(nil, stack), true)
  }

  /// Runs the factory, outside of every lock but the gate of the value's own creation.
  private func make(
    _ creation: Creation?,
    _ stack: ResolutionStack
  ) throws(Failure) -> T {
    let declaration = registration.declaration
    return try stack.withFrame(declaration, registration.container, parameter, creation: creation) {
      () throws(Failure) in
      try recipe.make(parameter, of: declaration, throwing: Failure.self)
    }
  }

  private func graphValue(_ stack: ResolutionStack) throws(Failure) -> Outcome {
    let declaration = registration.declaration
    let manager = registration.manager
    // Several threads may share the graph of an asynchronous resolution.
    if let graph = AsyncFrame.graph {
      return try cache(in: graph.table(for: manager.slots), 0, isWeak: false).value(
        make: { creation throws(Failure) in try make(creation, stack) },
        release: { _ in nil }
      )
    }
    let variant = variant
    if let entry = stack.graphEntry(declaration, in: manager, variant),
      let value = entry.load(as: T.self)
    {
      return (value, false)
    }
    let value: T = try make(nil, stack)
    stack.keep(Entry(value, scopeID: 0, isWeak: false), declaration, in: manager, variant)
    return (value, true)
  }
}

// MARK: - Asynchronously

extension Resolution where P: Sendable, T: Sendable, Failure == any Error {
  func runAsynchronously() async throws -> Outcome {
    let kept = cache()
    guard let cache = kept ?? graphCache else { return (try await makeAsynchronously(nil), true) }
    return try await cache.asynchronousValue(
      make: { creation in try await makeAsynchronously(creation) },
      release: { kept == nil ? nil : release($0) }
    )
  }

  /// The cache in the graph of the resolution in progress; nil for the outermost factory, whose value no other one needs.
  private var graphCache: Cache? {
    guard isGraph, let graph = AsyncFrame.graph else { return nil }
    return cache(in: graph.table(for: registration.manager.slots), 0, isWeak: false)
  }

  private func makeAsynchronously(_ creation: Creation?) async throws -> T {
    let step = PathStep(declaration: registration.declaration, creation: creation)
    return try await AsyncFrame.with(step, registration.manager, parameter) {
      try await recipe.makeAsynchronously(parameter)
    }
  }
}
