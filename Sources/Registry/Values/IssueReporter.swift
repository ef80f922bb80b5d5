/// Receives the issues of dependencies, for a test framework or a log.
///
/// ```swift
/// IssueReporter.$current.withValue(IssueReporter { print($0.message) }) { … }
/// ```
public struct IssueReporter: Sendable {
  /// The running task's; without one, see `DependencyIssue`.
  ///
  /// It is a struct, since the optimizer of Swift 6.3.1 passes no type along for a task-local closure that another module
  /// binds, which ends the program.
  @TaskLocal public static var current: IssueReporter?

  let report: @Sendable (DependencyIssue) -> Void

  /// A reporter that calls the closure, from whichever thread the issue occurs on.
  public init(_ report: @escaping @Sendable (DependencyIssue) -> Void) {
    self.report = report
  }
}
