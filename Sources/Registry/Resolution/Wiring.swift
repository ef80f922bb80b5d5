#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// Reports mistakes in a program's wiring: as errors to those who can throw, else by the container's one trap.
@usableFromInline
enum Wiring {
  /// The error as one that a factory throws that may throw any; for one that may throw none it ends the process.
  static func error<Failure: Error>(_ error: any Error, as type: Failure.Type) -> Failure {
    guard let error = error as? Failure else { trap("\(error)") }
    return error
  }

  /// Writes the message to standard error and ends the process, in debug and release alike.
  ///
  /// The message is written first and by hand, since what a trap prints depends on how the program was built.
  @inline(never)
  static func trap(_ message: String) -> Never {
    warn(message)
    fatalError(message)
  }

  /// Writes the message to standard error.
  static func warn(_ message: String) {
    var text = "Registry: \(message)\n"
    text.withUTF8 { bytes in
      unsafe _ = write(STDERR_FILENO, bytes.baseAddress, bytes.count)
    }
  }
}
