internal import Registry
internal import Testing

/// Finds the test that runs on the calling thread or task, for mistakes that no trait receives.
///
/// Registry finds this type by its name, in a process that has it.
enum RunningTest: TestFramework {
  static var reporter: IssueReporter? {
    if let module { return IssueReporter(module: module) { $0.record() } }
    #if canImport(XCTest)
    // In a process of Swift Testing a thread without a test fails nothing.
    if !isSwiftTesting { return IssueReporter { $0.fail() } }
    #endif
    return nil
  }

  /// The module of the test of Swift Testing that runs.
  static var module: String? { Test.current?.sourceLocation.moduleName }

  private static let isSwiftTesting = CommandLine.arguments.contains {
    $0 == "swift-testing" || $0.hasSuffix("swiftpm-testing-helper")
  }
}
