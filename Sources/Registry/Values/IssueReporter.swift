/// Receives the issues of dependencies, for a test framework or a log.
///
/// ```swift
/// IssueReporter.$current.withValue(IssueReporter { print($0.message) }) { … }
/// ```
public struct IssueReporter: Sendable {
  /// The running task's reporter; `DependencyIssue` says what happens without one.
  ///
  /// The type is a struct, since the optimizer of Swift 6.3.1 drops the type of a task-local closure that another module
  /// binds, and the program crashes.
  @TaskLocal public static var current: IssueReporter?

  let report: @Sendable (DependencyIssue) -> Void

  /// A reporter that calls the closure, on the thread of the issue.
  public init(_ report: @escaping @Sendable (DependencyIssue) -> Void) {
    self.report = report
  }
}
