// What the system says went wrong.

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// An `errno`, which shows as the system's own words for it.
struct SystemError: Error, Hashable, CustomStringConvertible {
  let number: Int32

  /// That of the call that just failed.
  static var current: SystemError { SystemError(number: errno) }

  var description: String {
    guard let words = unsafe strerror(number) else { return "error \(number)" }
    return unsafe String(cString: words)
  }

  /// The exit code for a file that could not be opened for reading.
  var codeForReading: ExitCode {
    switch number {
    case EACCES, EPERM: .permission
    case ENOENT, ENOTDIR, EISDIR: .noInput
    default: .inputOutput
    }
  }

  /// The exit code for a file that could not be made.
  var codeForCreating: ExitCode {
    switch number {
    case EACCES, EPERM, EROFS: .permission
    case ENOSPC, EIO, EDQUOT: .inputOutput
    default: .cannotCreate
    }
  }
}
