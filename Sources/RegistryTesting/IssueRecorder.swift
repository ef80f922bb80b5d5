internal import Registry
internal import Synchronization
internal import Testing

/// Records the issues of dependencies as issues of the running test.
///
/// An issue from a thread without a test is recorded when the recorder's own test ends, so that this test fails.
final class IssueRecorder: Sendable {
  private let unattributed = Mutex<[DependencyIssue]>([])

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
    let place = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    Issue.record(Comment(rawValue: message), sourceLocation: place)
  }
}

/// Runs a test with its own values and recorder.
nonisolated(nonsending)
  func withTestDependencies(
    _ update: nonisolated(nonsending) (inout DependencyValues) async throws -> Void = { _ in },
    operation: nonisolated(nonsending) () async throws -> Void
  ) async throws
{
  let recorder = IssueRecorder()
  defer { recorder.finish() }
  try await withTestDependencies(
    reporter: IssueReporter(module: RunningTest.module, recorder.record),
    update,
    operation: operation
  )
}
