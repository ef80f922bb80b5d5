/// Overrides context values for an operation: `withDependencies { $0.api = mock } operation: { … }`.
///
/// The overrides add to those in force, reach the tasks that the operation starts (not detached ones), and end with it.
/// What is cached while they are in force is not seen outside, nor is what was cached before seen within. A factory that is
/// overridden here stays so until the end, also if somebody registers another meanwhile, which shows afterwards.
///
/// - Parameters:
///   - update: Sets the values.
///   - operation: What runs with them.
/// - Returns: What the operation returns.
/// - Throws: What the operation throws.
public func withDependencies<Result, Failure: Error>(
  _ update: (inout DependencyValues) -> Void,
  operation: () throws(Failure) -> Result
) throws(Failure) -> Result {
  var values = DependencyValues.current
  values.reader = .update
  update(&values)
  let scope = DependencyScope.of(values, within: .current)
  return try DependencyScope.$local.binding(scope, operation)
}

/// Overrides context values for an asynchronous operation.
nonisolated(nonsending)
  public func withDependencies<Result, Failure: Error>(
    _ update: nonisolated(nonsending) (inout DependencyValues) async -> Void,
    operation: nonisolated(nonsending) () async throws(Failure) -> Result
  ) async throws(Failure) -> Result
{
  var values = DependencyValues.current
  values.reader = .update
  await update(&values)
  let scope = DependencyScope.of(values, within: .current)
  return try await DependencyScope.$local.binding(scope, operation)
}
