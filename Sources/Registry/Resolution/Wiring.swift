/// Reports mistakes in a program's wiring: as errors where a factory can throw, else by the container's one trap.
@usableFromInline
enum Wiring {
  /// The error in the type that a factory throws; for a factory that throws nothing it ends the process.
  static func error<Failure: Error>(_ error: any Error, as type: Failure.Type) -> Failure {
    guard let error = error as? Failure else { trap("\(error)") }
    return error
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
