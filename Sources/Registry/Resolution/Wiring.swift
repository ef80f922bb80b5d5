/// Reports mistakes in a program's wiring: as errors where a factory can throw, else by the container's one trap.
@usableFromInline
enum Wiring {
  /// The error in the type that a factory throws; for a factory that throws nothing it ends what cannot go on.
  static func error<Failure: Error>(_ error: any Error, as type: Failure.Type) -> Failure {
    if let error = error as? Failure { return error }
    end(error)
  }

  /// Nil, with which a test goes on after a cycle if the factory may give it.
  ///
  /// - Throws: The error; for a factory that throws nothing it ends what cannot go on.
  static func value<Value, Failure: Error>(
    insteadOf error: RegistryError,
    throwing: Failure.Type
  ) throws(Failure) -> Value {
    if Failure.self == Never.self, let none = (Value.self as? any OptionalValue.Type)?.none,
      let none = none as? Value, failsTest(error)
    {
      return none
    }
    throw Wiring.error(error, as: Failure.self)
  }

  /// Stops the thread of a validation or a test, or else ends the process after the running test was named.
  static func end(_ error: any Error) -> Never {
    ResolutionStack.current.stop(error)
    IssueReporter.ofTest?.report(DependencyIssue(error))
    trap("\(error)")
  }

  /// Lets the running test fail instead of the process, where a mistake leaves a way to go on.
  ///
  /// - Returns: Whether a test recorded the mistake; else the caller ends the process.
  static func failsTest(_ error: RegistryError) -> Bool {
    if ResolutionStack.current.isValidating { ResolutionStack.current.stop(error) }
    guard let reporter = IssueReporter.ofTest else { return false }
    reporter.report(DependencyIssue(error))
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
