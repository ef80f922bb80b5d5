/// A mistake in how dependencies are used, found where no error can be thrown.
///
/// A test framework's adapter receives them through an `IssueReporter`; the traits of RegistryTesting do so for Swift Testing.
/// Where there is no reporter, a test ends with the message on standard error, and a live program or a preview goes on
/// after it.
public struct DependencyIssue: Sendable {
  /// What is wrong, where, and the remedy.
  public let message: String
  /// The place to show it at, as `#fileID` gives it.
  public let fileID: String
  /// The place to show it at, as `#filePath` gives it.
  public let filePath: String
  /// The line in that file, from 1.
  public let line: Int
  /// The column in that line, from 1.
  public let column: Int

  init(_ message: String, at place: SourcePlace) {
    self.message = message
    fileID = "\(place.fileID)"
    filePath = "\(place.filePath)"
    line = Int(place.line)
    column = Int(place.column)
  }
}

extension DependencyIssue {
  /// Hands the issue to the task's reporter, or to the one of the test that the values belong to.
  func report(to owner: IssueReporter?) {
    if let reporter = IssueReporter.current ?? owner { return reporter.report(self) }
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
  /// A test came to a live value.
  static func liveValue(
    of name: String,
    declared: SourcePlace,
    injected: SourcePlace?
  ) -> DependencyIssue {
    var places = "declared at \(declared)"
    // A dependency that is injected by its key is named by no other place.
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
