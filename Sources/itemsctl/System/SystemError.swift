// What the system says went wrong.

import Storage

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
    [ENOENT, ENOTDIR, EISDIR].contains(number) ? .noInput : codeForWriting
  }

  /// The exit code for a file that could not be made: where nothing can be, another place helps.
  var codeForCreating: ExitCode {
    [EROFS, EEXIST].contains(number) ? .cannotCreate : codeForWriting
  }

  /// The exit code for a file that is there, as a store's would be.
  var codeForWriting: ExitCode { ExitCode(StorageError.Code(errno: number)) }
}
