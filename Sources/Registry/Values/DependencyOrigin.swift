/// The values in force where something was made; empty, at no cost, in a program that overrides nothing.
@usableFromInline
struct DependencyOrigin: Sendable {
  /// One word, since each read copies it: most programs have no defaults of a test.
  private enum Storage: Sendable {
    case none
    case scope(DependencyScope)
    case defaults(DependencyTable)
    case both(ScopeWithDefaults)
  }

  private final class ScopeWithDefaults: Sendable {
    let scope: DependencyScope
    let defaults: DependencyTable

    init(_ scope: DependencyScope, _ defaults: DependencyTable) {
      self.scope = scope
      self.defaults = defaults
    }
  }

  private var storage: Storage

  init(scope: DependencyScope?, defaults: DependencyTable?) {
    switch (scope, defaults) {
    case (nil, nil): storage = .none
    case (let scope?, nil): storage = .scope(scope)
    case (nil, let defaults?): storage = .defaults(defaults)
    case (let scope?, let defaults?): storage = .both(ScopeWithDefaults(scope, defaults))
    }
  }

  /// The overrides, with what is cached during them.
  var scope: DependencyScope? {
    switch storage {
    case .none, .defaults: nil
    case .scope(let scope): scope
    case .both(let both): both.scope
    }
  }

  /// The defaults of the running test; nil for the process's.
  var defaults: DependencyTable? {
    switch storage {
    case .none, .scope: nil
    case .defaults(let defaults): defaults
    case .both(let both): both.defaults
    }
  }

  var isEmpty: Bool {
    if case .none = storage { true } else { false }
  }

  // One variable, not one for each property: every read looks it up, and every override binds it.
  @TaskLocal static var local = DependencyOrigin(nil)

  /// The task-local variable, for functions that are inlined.
  @usableFromInline static var variable: TaskLocal<DependencyOrigin> { $local }

  /// The values in force here.
  @usableFromInline static var current: DependencyOrigin {
    DependencyScope.isUsed ? local : DependencyOrigin(nil)
  }

  /// No overrides; in a test, defaults that nothing has read.
  static var fresh: DependencyOrigin {
    let reporter = current.defaults?.reporter
    let isTest = DependencyContext.current == .test
    return DependencyOrigin(
      scope: nil,
      defaults: isTest ? DependencyTable(reporter: reporter) : nil
    )
  }

  /// The values in force here, with a scope within theirs if `update` changes anything.
  @usableFromInline
  static func changed<Failure: Error>(
    by update: (inout DependencyValues) throws(Failure) -> Void
  ) throws(Failure) -> DependencyOrigin {
    let current = current
    var values = current.values
    values.reader = .update
    try update(&values)
    return current.changed(to: &values)
  }

  /// The values in force here, with a scope within theirs if the asynchronous `update` changes anything.
  nonisolated(nonsending)
    static func changed<Failure: Error>(
      by update: nonisolated(nonsending) (inout DependencyValues) async throws(Failure) -> Void
    ) async throws(Failure) -> DependencyOrigin
  {
    let current = current
    var values = current.values
    values.reader = .update
    try await update(&values)
    return current.changed(to: &values)
  }

  /// This origin, with a scope within its own if the values differ from its own.
  func changed(to values: inout DependencyValues) -> DependencyOrigin {
    let defaults = values.defaults ?? defaults
    if !values.isChanged, values.scope === scope, defaults === self.defaults { return self }
    if let own = values.takeScope(madeWithin: self) { return DependencyOrigin(own) }
    let changed = DependencyScope(values.overrides, within: scope)
    return DependencyOrigin(scope: changed, defaults: defaults)
  }

  var values: DependencyValues {
    DependencyValues(self)
  }

  /// Takes the scope out, if nothing else holds it and it was made within this parent.
  mutating func takeScope(madeWithin parent: DependencyOrigin) -> DependencyScope? {
    guard case .scope(var scope) = storage else { return nil }
    // Or these would be two references.
    storage = .none
    if isKnownUniquelyReferenced(&scope), parent.isScope(scope.parent) { return scope }
    storage = .scope(scope)
    return nil
  }

  /// Whether this is the scope, and there are no defaults.
  private func isScope(_ scope: DependencyScope?) -> Bool {
    switch storage {
    case .none: scope == nil
    case .scope(let own): own === scope
    case .defaults, .both: false
    }
  }

  /// Both origins; this one comes first, unless the earlier one's scope lies within this one's.
  func merged(over earlier: DependencyOrigin) -> DependencyOrigin {
    if earlier.isEmpty { return self }
    var scope = scope ?? earlier.scope
    if let own = self.scope, let earlier = earlier.scope { scope = own.merged(over: earlier) }
    return DependencyOrigin(scope: scope, defaults: defaults ?? earlier.defaults)
  }
}

extension DependencyOrigin: TaskBinding {
  /// The origin of the first `@Dependency` of the owner or of its superclasses, or of the `withDependencies` that
  /// returned it.
  init(of owner: Any) {
    var mirror: Mirror? = Mirror(reflecting: owner)
    while let current = mirror {
      for case let property as any DependencyOriginHolder in current.children.lazy.map(\.value) {
        self = property.origin
        return
      }
      mirror = current.superclassMirror
    }
    self = OwnerOrigins.origin(of: owner)
  }

  /// Runs the operation with these values in force.
  ///
  /// It restores the scope itself, not a copy, so that the operation shares what the scope caches.
  func run<Result, Failure: Error>(
    _ operation: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let current = DependencyOrigin.current
    if scope === current.scope, defaults === current.defaults { return try operation() }
    return try DependencyOrigin.$local.binding(self, operation)
  }

  nonisolated(nonsending)
    func run<Result, Failure: Error>(
      _ operation: nonisolated(nonsending) () async throws(Failure) -> Result
    ) async throws(Failure) -> Result
  {
    try await DependencyOrigin.$local.binding(self, operation)
  }
}
