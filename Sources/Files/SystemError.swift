#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// An `errno`, which shows as the system's own words for it.
package struct SystemError: Error, Hashable, CustomStringConvertible {
  package let number: Int32

  package init(number: Int32) { self.number = number }

  /// That of the call that just failed.
  package static var current: SystemError { SystemError(number: errno) }

  package var description: String { System.words(for: number) }
}

extension SystemError {
  /// What callers tell apart.
  package enum Kind: Sendable {
    /// There is nothing of that name.
    case missing
    /// A folder is where a file was wanted.
    case folder
    /// The path leads in a circle or is too long, or too many files are open.
    case unreachable
    case permission
    /// The file system may only be read.
    case readOnly
    /// There is something of that name already.
    case exists
    /// The disk, a quota or a limit on the size of files.
    case full
    case busy
    /// Nobody reads from the pipe any more.
    case pipeClosed
    case other
  }

  package var kind: Kind {
    switch number {
    case ENOENT, ENOTDIR: .missing
    case EISDIR: .folder
    case ELOOP, ENAMETOOLONG, EMFILE, ENFILE: .unreachable
    case EACCES, EPERM: .permission
    case EROFS: .readOnly
    case EEXIST: .exists
    case ENOSPC, EDQUOT, EFBIG: .full
    case EWOULDBLOCK, EBUSY, ETXTBSY: .busy
    case EPIPE: .pipeClosed
    default: .other
    }
  }
}
