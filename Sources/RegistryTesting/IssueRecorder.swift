internal import Registry
internal import Testing

/// Records the issues of dependencies as issues of the running test.
///
/// An issue from a thread without a test is recorded when the recorder's own test ends, so that this test fails.
final class IssueRecorder: Sendable {
  private let unattributed = Locked<[DependencyIssue]>([])

  /// Records an issue at its place.
  func record(_ issue: DependencyIssue) {
    if Test.current == nil {
      unattributed.withLock { $0.append(issue) }
    } else {
      issue.record()
    }
  }

  /// Records the issues from threads without a test.
  func finish() {
    for issue in unattributed.withLock({ $0 }) { issue.record() }
  }
}

extension DependencyIssue {
  /// Records the issue at its place for the running test.
  func record() {
    // A factory that was registered by its type has no place of its own.
    let line = max(1, line)
    let place = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    Issue.record(Comment(rawValue: message), sourceLocation: place)
  }
}

/// Runs a test with its own values and recorder.
func withTestDependencies(
  _ update: @Sendable (inout DependencyValues) async throws -> Void = { _ in },
  operation: @Sendable () async throws -> Void
) async throws {
  let recorder = IssueRecorder()
  defer { recorder.finish() }
  try await withTestDependencies(
    reporter: IssueReporter(module: RunningTest.module, recorder.record),
    update,
    operation: operation
  )
}
