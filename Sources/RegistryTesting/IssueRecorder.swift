internal import Registry
internal import Synchronization
internal import Testing

/// Turns the issues of dependencies into issues of the running test.
///
/// What comes from a thread that belongs to no test is kept until the test that it was made for ends, so that this one
/// fails and not an unknown one.
final class IssueRecorder: Sendable {
  private let strays = Mutex<[DependencyIssue]>([])

  /// Records an issue at its place.
  func record(_ issue: DependencyIssue) {
    if Test.current == nil {
      strays.withLock { $0.append(issue) }
    } else {
      issue.record()
    }
  }

  /// Records what was kept.
  func finish() {
    for issue in strays.withLock({ $0 }) { issue.record() }
  }
}

extension DependencyIssue {
  fileprivate func record() {
    let place = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    Issue.record(Comment(rawValue: message), sourceLocation: place)
  }
}

/// Runs a test with values and a recorder of its own.
nonisolated(nonsending)
  func withTestDependencies(
    _ update: nonisolated(nonsending) (inout DependencyValues) async throws -> Void = { _ in },
    operation: nonisolated(nonsending) () async throws -> Void
  ) async throws
{
  let recorder = IssueRecorder()
  defer { recorder.finish() }
  try await withTestDependencies(
    reporter: IssueReporter(recorder.record),
    update,
    operation: operation
  )
}
