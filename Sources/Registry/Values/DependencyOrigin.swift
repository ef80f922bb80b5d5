/// The values in force where something was made; empty in a program that overrides nothing.
struct DependencyOrigin: Sendable {
  /// The overrides, with what is cached during them.
  var scope: DependencyScope?
  /// The defaults of the running test; nil for the process's.
  var defaults: DependencyTable?

  var isEmpty: Bool { scope == nil && defaults == nil }

  /// The values in force here.
  static var current: DependencyOrigin { Step.current?.origin ?? .none }

  static let none = DependencyOrigin()

  /// No overrides; in a test, defaults that nothing has read.
  static var fresh: DependencyOrigin {
    guard DependencyContext.current == .test else { return .none }
    return DependencyOrigin(defaults: DependencyTable(reporter: current.defaults?.reporter))
  }

  var values: DependencyValues { DependencyValues(self) }

  /// The values in force here, with a scope within theirs if `update` changes anything.
  static func changed<Failure: Error>(
    by update: (inout DependencyValues) throws(Failure) -> Void
  ) throws(Failure) -> DependencyOrigin {
    let current = current
    var values = DependencyValues(current, reader: .update)
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
    var values = DependencyValues(current, reader: .update)
    try await update(&values)
    return current.changed(to: values)
  }

  /// This origin, with a scope within its own if the values differ from its own.
  func changed(to values: DependencyValues) -> DependencyOrigin {
    let defaults = values.origin.defaults ?? defaults
    if !values.isChanged, values.origin.scope === scope, defaults === self.defaults { return self }
    return DependencyOrigin(
      scope: DependencyScope(values.overrides, within: scope),
      defaults: defaults
    )
  }

  /// Both origins; this one comes first, unless the earlier one's scope lies within this one's.
  func merged(over earlier: DependencyOrigin) -> DependencyOrigin {
    if earlier.isEmpty { return self }
    var scope = scope ?? earlier.scope
    if let own = self.scope, let earlier = earlier.scope { scope = own.merged(over: earlier) }
    return DependencyOrigin(scope: scope, defaults: defaults ?? earlier.defaults)
  }
}

extension DependencyOrigin {
  /// The origin of the owner's own properties, or of the `withDependencies` that returned it.
  init(of owner: Any) {
    self = Self.held(by: owner) ?? OwnerOrigins.origin(of: owner)
  }

  /// The origin of the first `@Dependency` of the owner or of its superclasses; nil without one.
  static func held(by owner: Any) -> DependencyOrigin? {
    var mirror: Mirror? = Mirror(reflecting: owner)
    while let current = mirror {
      for case let property as any DependencyOriginHolder in current.children.lazy.map(\.value) {
        return property.origin
      }
      mirror = current.superclassMirror
    }
    return nil
  }

  /// Runs the operation with these values in force.
  ///
  /// It restores the scope itself, not a copy, so that the operation shares what the scope caches.
  func run<Result, Failure: Error>(
    _ operation: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    if isCurrent { return try operation() }
    return try Step.$current.binding(Step(self, Step.current?.overlay), operation)
  }

  nonisolated(nonsending)
    func run<Result, Failure: Error>(
      _ operation: nonisolated(nonsending) () async throws(Failure) -> Result
    ) async throws(Failure) -> Result
  {
    if isCurrent { return try await operation() }
    return try await Step.$current.binding(Step(self, Step.current?.overlay), operation)
  }

  /// True if these values are in force already.
  private var isCurrent: Bool {
    let current = Self.current
    return scope === current.scope && defaults === current.defaults
  }
}
