/// Runs a test of XCTest with its own defaults and issue reporter.
package func withTestDependencies<Result>(
  reporter: IssueReporter,
  operation: () -> Result
) -> Result {
  let scope = DependencyScope.current
  let defaults = DependencyTable(scope: scope, reporter: reporter)
  let origin = DependencyOrigin(scope: scope, defaults: defaults)
  return IssueReporter.$current.withValue(reporter) {
    origin.run(operation)
  }
}

/// Runs an operation with a test's own defaults and issue reporter, for the traits of RegistryTesting.
///
/// The defaults see the values that `update` sets, since both end with the test.
nonisolated(nonsending)
  package func withTestDependencies<Result>(
    reporter: IssueReporter,
    _ update: nonisolated(nonsending) (inout DependencyValues) async throws -> Void = { _ in },
    operation: nonisolated(nonsending) () async throws -> Result
  ) async throws -> Result
{
  // The defaults that the update reads are dropped with this table, since they do not see the values that it sets.
  let own = DependencyTable(scope: .current, reporter: reporter)
  var values = DependencyValues(DependencyOrigin(scope: .current, defaults: own), reader: .update)
  return try await IssueReporter.$current.binding(reporter) { () async throws in
    try await update(&values)
    let scope = values.overrides.isEmpty ? nil : DependencyScope(values.overrides, within: .current)
    let defaults = DependencyTable(scope: scope, reporter: reporter)
    let origin = DependencyOrigin(scope: scope, defaults: defaults)
    return try await origin.run(operation)
  }
}
