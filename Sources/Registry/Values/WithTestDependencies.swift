/// Gives a test defaults of its own, and a reporter of its issues, for an operation.
///
/// Traits of a test build on it. What `update` sets is seen by the defaults too, since both end with the test.
nonisolated(nonsending)
  package func withTestDependencies<Result>(
    reporter: IssueReporter,
    _ update: nonisolated(nonsending) (inout DependencyValues) async throws -> Void = { _ in },
    operation: nonisolated(nonsending) () async throws -> Result
  ) async throws -> Result
{
  DependencyScope.use()
  var values = DependencyValues.current
  // The defaults that the update reads are given up with this table: it does not see what is set.
  values.defaults = DependencyTable(scope: .current, reporter: reporter)
  values.reader = .update
  return try await IssueReporter.$current.binding(reporter) { () async throws in
    try await update(&values)
    let scope =
      values.isEmpty ? nil : DependencyScope(values, within: .current)
    let defaults = DependencyTable(scope: scope, reporter: reporter)
    return try await DependencyScope.$local.binding(scope) { () async throws in
      try await DependencyScope.$localDefaults.binding(defaults, operation)
    }
  }
}
