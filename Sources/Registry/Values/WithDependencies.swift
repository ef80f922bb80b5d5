/// Overrides context values for an operation: `withDependencies { $0.api = mock } operation: { … }`.
///
/// The overrides add to those in force, apply to the tasks that the operation starts (not to detached ones), and end with
/// it. Values that are cached during the operation are not used outside, and values that were cached before are not used
/// within. An override of a factory holds until the end; a registration during the operation takes effect afterwards.
///
/// - Parameters:
///   - update: Sets the values.
///   - operation: Runs with these values.
/// - Returns: What the operation returns.
/// - Throws: What the operation throws.
public func withDependencies<Result, Failure: Error>(
  _ update: (inout DependencyValues) -> Void,
  operation: () throws(Failure) -> Result
) throws(Failure) -> Result {
  let origin = DependencyOrigin.changed(by: update)
  let result = try origin.run(operation)
  if Result.self is AnyClass { OwnerOrigins.record(result as AnyObject, origin) }
  return result
}

/// Overrides context values for an asynchronous operation, which may use what belongs to its caller.
///
/// The operation runs on the actor on which its closure is written; in a function that belongs to no actor it runs on none.
/// It is `@concurrent`, since a package without the feature NonisolatedNonsendingByDefault could not use a model that is not
/// `Sendable` in it otherwise.
public func withDependencies<Result, Failure: Error>(
  isolation: isolated (any Actor)? = #isolation,
  _ update: @concurrent (inout DependencyValues) async -> Void,
  operation: @concurrent () async throws(Failure) -> Result
) async throws(Failure) -> Result {
  let origin = await DependencyOrigin.changed(by: update)
  let result = try await origin.run(operation)
  if Result.self is AnyClass { OwnerOrigins.record(result as AnyObject, origin) }
  return result
}

// MARK: - From an owner

/// Runs an operation with the values that an object was made with, so that objects made there see the same overrides.
///
/// ```swift
/// func open() -> Detail { withDependencies(from: self) { Detail() } }
/// ```
///
/// - Parameters:
///   - owner: An object with `@Dependency` properties, or one that an earlier `withDependencies` returned; with neither
///     nothing changes.
///   - update: Sets further values.
///   - operation: Runs with these values.
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

/// Runs an asynchronous operation with the values that an object was made with.
public func withDependencies<Result, Failure: Error>(
  isolation: isolated (any Actor)? = #isolation,
  from owner: some Any,
  _ update: @concurrent (inout DependencyValues) async -> Void = { _ in },
  operation: @concurrent () async throws(Failure) -> Result
) async throws(Failure) -> Result {
  let origin = DependencyOrigin.current.merged(over: DependencyOrigin(of: owner))
  return try await origin.run { () async throws(Failure) in
    try await withDependencies(update, operation: operation)
  }
}

// MARK: - With values that may throw

/// Overrides context values for an operation, which does not run if setting them throws.
///
/// - Throws: What one of the two throws.
@_disfavoredOverload
public func withDependencies<Result>(
  _ update: (inout DependencyValues) throws -> Void,
  operation: () throws -> Result
) throws -> Result {
  let origin = try DependencyOrigin.changed(by: update)
  return try origin.run { try withDependencies({ _ in }, operation: operation) }
}

/// Overrides context values for an asynchronous operation, which does not run if setting them throws.
@_disfavoredOverload
public func withDependencies<Result>(
  isolation: isolated (any Actor)? = #isolation,
  _ update: @concurrent (inout DependencyValues) async throws -> Void,
  operation: @concurrent () async throws -> Result
) async throws -> Result {
  let origin = try await DependencyOrigin.changed(by: update)
  return try await origin.run { () async throws in
    try await withDependencies({ _ in }, operation: operation)
  }
}

/// Runs an operation with the values that an object was made with, unless setting further values throws.
@_disfavoredOverload
public func withDependencies<Result>(
  from owner: some Any,
  _ update: (inout DependencyValues) throws -> Void,
  operation: () throws -> Result
) throws -> Result {
  try withDependencies(from: owner) { try withDependencies(update, operation: operation) }
}

/// Runs an asynchronous operation with the values that an object was made with, unless setting further values throws.
@_disfavoredOverload
public func withDependencies<Result>(
  isolation: isolated (any Actor)? = #isolation,
  from owner: some Any,
  _ update: @concurrent (inout DependencyValues) async throws -> Void,
  operation: @concurrent () async throws -> Result
) async throws -> Result {
  try await withDependencies(from: owner) { () async throws in
    try await withDependencies(update, operation: operation)
  }
}
