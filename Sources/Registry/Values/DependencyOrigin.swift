/// The values in force where something was made; empty, at no cost, in a program that overrides nothing.
@usableFromInline
struct DependencyOrigin: Sendable {
  /// The overrides, with what is cached during them.
  let scope: DependencyScope?
  /// The defaults of the running test; nil for the process's.
  let defaults: DependencyTable?

  // One variable, not one for each property: every read looks it up, and every override binds it.
  @TaskLocal static var local = DependencyOrigin(nil)

  /// The task-local variable, for functions that are inlined.
  @usableFromInline static var variable: TaskLocal<DependencyOrigin> { $local }

  /// The values in force here.
  @usableFromInline static var current: DependencyOrigin {
    DependencyScope.isUsed ? local : DependencyOrigin(nil)
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
    return current.changed(to: values)
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
    return current.changed(to: values)
  }

  /// This origin, with a scope within its own if the values differ from its own.
  func changed(to values: DependencyValues) -> DependencyOrigin {
    DependencyOrigin(scope: .of(values, within: scope), defaults: defaults)
  }

  var values: DependencyValues {
    var values = DependencyValues()
    if let scope { values.overrides = scope.overrides }
    values.defaults = defaults
    values.scope = scope
    return values
  }

  /// Both origins; this one comes first, unless the earlier one's scope lies within this one's.
  func merged(over earlier: DependencyOrigin) -> DependencyOrigin {
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
