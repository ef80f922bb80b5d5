/// Runs an operation with what an object was made with, so that what it makes in turn sees the same overrides.
///
/// ```swift
/// func open() -> Detail { withDependencies(from: self) { Detail() } }
/// ```
///
/// - Parameters:
///   - owner: Has properties that are `@Dependency`; without one, nothing changes.
///   - update: Sets further values.
///   - operation: What runs with them.
/// - Returns: What the operation returns.
/// - Throws: What the operation throws.
public func withDependencies<Result, Failure: Error>(
  from owner: some Any,
  _ update: (inout DependencyValues) -> Void = { _ in },
  operation: () throws(Failure) -> Result
) throws(Failure) -> Result {
  let origin = DependencyOrigin.current.merged(over: DependencyOrigin(of: owner))
  return try origin.run { () throws(Failure) in
    try withDependencies(update, operation: operation)
  }
}

/// Runs an asynchronous operation with what an object was made with.
nonisolated(nonsending)
  public func withDependencies<Result, Failure: Error>(
    from owner: some Any,
    _ update: nonisolated(nonsending) (inout DependencyValues) async -> Void = {
      _ in
    },
    operation: nonisolated(nonsending) () async throws(Failure) -> Result
  ) async throws(Failure) -> Result
{
  let origin = DependencyOrigin.current.merged(over: DependencyOrigin(of: owner))
  return try await origin.run { () async throws(Failure) in
    try await withDependencies(update, operation: operation)
  }
}

extension DependencyOrigin: TaskBinding {
  /// What the first `@Dependency` of the owner, or of its class's ancestors, was made with.
  fileprivate init(of owner: Any) {
    var mirror: Mirror? = Mirror(reflecting: owner)
    while let current = mirror {
      for case let property as any DependencyOwned in current.children.lazy.map(\.value) {
        self = property.origin
        return
      }
      mirror = current.superclassMirror
    }
    self.init(scope: nil, defaults: nil)
  }

  func run<Result, Failure: Error>(
    _ operation: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try DependencyScope.$local.binding(scope) { () throws(Failure) in
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
