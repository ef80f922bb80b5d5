/// Ends what a mistake in the wiring makes impossible.
@usableFromInline
enum Wiring {
  /// The error as one that the factory can throw; where it can throw none, the process ends with the report.
  @usableFromInline
  static func error<Failure: Error>(_ error: any Error, as type: Failure.Type) -> Failure {
    if let error = error as? Failure { return error }
    end(error)
  }

  /// Ends the process with the report, also in a test: there is no value to go on with.
  static func end(_ error: any Error) -> Never {
    IssueReporter.ofTest?.report(DependencyIssue(error))
    trap("\(error)")
  }

  /// Ends the process with a message, in release builds too.
  @inline(never)
  static func trap(_ message: String) -> Never {
    // Where the optimiser drops the message of a trap, this one stays.
    warn(message)
    fatalError(message)
  }

  static func warn(_ message: String) {
    CLibrary.writeToStandardError("Registry: \(message)\n")
  }
}
