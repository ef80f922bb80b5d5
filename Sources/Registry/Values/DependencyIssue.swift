/// An error in the use of dependencies, found where nothing can be thrown.
///
/// An `IssueReporter` passes issues to a test framework; RegistryTesting's traits do so for Swift Testing. Without a
/// reporter the message goes to standard error; a test process then ends, a live program or a preview continues.
public struct DependencyIssue: Sendable {
  /// The error, its place and the remedy.
  public let message: String
  /// The place to show it at, as `#fileID` gives it.
  public let fileID: String
  /// The place to show it at, as `#filePath` gives it.
  public let filePath: String
  /// The line in that file, from 1.
  public let line: Int
  /// The column in that line, from 1.
  public let column: Int

  init(_ message: String, at place: SourceLocation) {
    self.message = message
    fileID = "\(place.fileID)"
    filePath = "\(place.filePath)"
    line = Int(place.line)
    column = Int(place.column)
  }

  /// A mistake in the wiring of a factory, shown at its declaration.
  package init(_ error: any Error) {
    let declaration = (error as? RegistryError)?.declaration
    message = "\(error)"
    fileID = declaration.map { "\($0.fileID)" } ?? #fileID
    filePath = fileID
    line = declaration.map { Int($0.line) } ?? #line
    column = 1
  }
}

extension DependencyIssue {
  /// Passes the issue to the task's reporter, or else to that of the values' test.
  func report(to owner: IssueReporter?) {
    if let reporter = IssueReporter.current ?? owner ?? .ofTest { return reporter.report(self) }
    guard DependencyContext.current == .test else { return Wiring.warn(message) }
    Wiring.trap(
      """
      \(message)
        Nothing records this failure: add the trait .container or .dependencies to the test, and reach
        detached tasks, queues and threads by withEscapedDependencies.
      """
    )
  }
}

extension DependencyIssue {
  /// The issue of a test that reached a live value.
  static func liveValue(
    of name: String,
    declared: SourceLocation,
    injected: SourceLocation?
  ) -> DependencyIssue {
    var places = "declared at \(declared)"
    // A dependency that is injected by its key has one place for both.
    if let injected, "\(injected)" != "\(declared)" { places += "\n  injected at \(injected)" }
    return DependencyIssue(
      """
      \(name) has no value for tests, and its live value was reached.
        \(places)
        Override it by .dependencies { … } or withDependencies, or give its key a testValue.
      """,
      at: injected ?? declared
    )
  }
}
