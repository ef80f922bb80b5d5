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

  package var description: String {
    guard let words = unsafe strerror(number) else { return "error \(number)" }
    return unsafe String(cString: words)
  }

  /// Makes a call of the C library, again while signals interrupt it; its error is a result below zero.
  @discardableResult
  package static func check<Number: SignedInteger>(
    _ call: () -> Number
  ) throws(SystemError) -> Number {
    while true {
      let result = call()
      guard result < 0 else { return result }
      guard errno == EINTR else { throw current }
    }
  }
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
    /// The file system has no such call.
    case unsupported
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
    case ENOSYS, ENOTSUP, EOPNOTSUPP: .unsupported
    default: .other
    }
  }
}
