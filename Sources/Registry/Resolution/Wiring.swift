/// Reports mistakes in a program's wiring: as errors where a factory can throw, else by the container's one trap.
@usableFromInline
enum Wiring {
  /// The error in the type that a factory throws; for a factory that throws nothing it ends the process.
  static func error<Failure: Error>(_ error: any Error, as type: Failure.Type) -> Failure {
    if let error = error as? Failure { return error }
    // No value lets a cycle of factories that throw nothing go on, so the test is named before the process ends.
    IssueReporter.ofTest?.report(DependencyIssue("\(error)", at: .here))
    trap("\(error)")
  }

  /// Lets the running test fail instead of the process, where a mistake leaves a way to go on.
  ///
  /// - Returns: Whether a test recorded the mistake; else the caller ends the process.
  static func failsTest(_ message: String, at declaration: Declaration) -> Bool {
    guard let reporter = IssueReporter.ofTest else { return false }
    reporter.report(DependencyIssue(message, at: declaration))
    return true
  }

  /// Writes the message to standard error and ends the process, in debug and release alike.
  ///
  /// The message is written first, since the output of a trap depends on how the program was built.
  @inline(never)
  static func trap(_ message: String) -> Never {
    warn(message)
    fatalError(message)
  }

  /// Writes the message to standard error.
  static func warn(_ message: String) {
    CLibrary.writeToStandardError("Registry: \(message)\n")
  }
}
