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
  /// The module of the test that runs, if it is known.
  let module: String?

  /// The task's reporter; without one that of RegistryTesting, if it knows the test that runs.
  ///
  /// RegistryTesting may or may not be part of the program, so it is found by its name. A test that chooses the live
  /// context has a reporter, too.
  static var ofTest: IssueReporter? {
    if let current { return current }
    let type = _typeByName("15RegistryTesting11RunningTestO") as? any TestFramework.Type
    return type?.reporter
  }

  /// A reporter that calls the closure, on the thread of the issue.
  public init(_ report: @escaping @Sendable (DependencyIssue) -> Void) {
    self.init(module: nil, report)
  }

  /// The reporter of a test of this module.
  package init(module: String?, _ report: @escaping @Sendable (DependencyIssue) -> Void) {
    self.module = module
    self.report = report
  }
}

/// Finds the running test; RegistryTesting has the one that conforms.
package protocol TestFramework {
  /// A reporter that fails the running test; nil if none is known.
  static var reporter: IssueReporter? { get }
}
