/// The values in force where something was made; empty, at no cost, in a program that overrides nothing.
@usableFromInline
struct DependencyOrigin: Sendable {
  let scope: DependencyScope?
  let defaults: DependencyTable?

  /// The values in force here.
  @usableFromInline static var current: DependencyOrigin {
    guard DependencyScope.isUsed else { return DependencyOrigin(scope: nil, defaults: nil) }
    return DependencyOrigin(scope: .local, defaults: DependencyScope.localDefaults)
  }

  var values: DependencyValues {
    var values = scope?.values ?? DependencyValues()
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
    return try DependencyScope.$local.binding(scope) { () throws(Failure) in
      try DependencyScope.$localDefaults.binding(defaults, operation)
    }
  }

  nonisolated(nonsending)
    func run<Result, Failure: Error>(
      _ operation: nonisolated(nonsending) () async throws(Failure) -> Result
    ) async throws(Failure) -> Result
  {
    try await DependencyScope.$local.binding(scope) { () async throws(Failure) in
      try await DependencyScope.$localDefaults.binding(defaults, operation)
    }
  }
}
