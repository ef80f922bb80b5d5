internal import Registry
internal import Testing

/// Runs the body on threads that a mistake may stop: then the test has failed, and its scope returns.
///
/// It is not inlined, so that the caller keeps what the body has captured until it returns.
///
/// - Parameters:
///   - test: The test; with its case, it is kept for what a mistake leaves of the body.
///   - testCase: The test's case.
///   - body: The body.
/// - Throws: What the body throws.
@inline(never)
func runStoppably<Result: Sendable>(
  _ test: Test,
  _ testCase: Test.Case?,
  _ body: @Sendable () async throws -> Result
) async throws {
  // Within another trait of the same test.
  if StoppableWork.isRunning {
    _ = try await body()
    return
  }
  let body = BorrowedBody(body)
  let outcome = await StoppableWork.run {
    _ = try await body.run()
    withExtendedLifetime((test, testCase)) {}
  }
  switch outcome {
  case .returned: break
  case .threw(let error): throw error
  case .stopped(let error): DependencyIssue(error).record()
  }
}
