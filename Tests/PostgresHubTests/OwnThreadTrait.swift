#if Postgres
import RunningPrograms
import Testing

/// Runs each test of a suite on a thread of its own: it waits there for programs, as `psql`, and for servers.
struct OwnThreadTrait: SuiteTrait, TestTrait, TestScoping {
  var isRecursive: Bool { true }

  func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(OwnThread()) { try await function() }
  }
}

extension Trait where Self == OwnThreadTrait {
  static var onOwnThread: Self { OwnThreadTrait() }
}
#endif
