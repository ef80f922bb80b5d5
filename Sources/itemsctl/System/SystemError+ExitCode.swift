// The exit codes of what the system says went wrong.

import ChildProcesses
import Storage

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

extension SystemError {
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
