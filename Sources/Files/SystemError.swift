#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// An `errno`; its description is the system's own text.
package struct SystemError: Error, Hashable, CustomStringConvertible {
  package let number: Int32

  package init(number: Int32) { self.number = number }

  /// The error of the call that just failed.
  package static var current: SystemError { SystemError(number: errno) }

  package var description: String {
    guard let words = unsafe strerror(number) else { return "error \(number)" }
    return unsafe String(cString: words)
  }

  /// Makes a C call, again if a signal interrupts it; throws if the result is below zero.
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
  /// The kinds that callers distinguish.
  package enum Kind: Sendable {
    /// Nothing has that name.
    case missing
    /// A folder instead of a file.
    case folder
    /// The path has a loop of links or is too long, or too many files are open.
    case unreachable
    case permission
    /// The file system is read-only.
    case readOnly
    /// The name is taken.
    case exists
    /// The disk is full, or a quota or file size limit is reached.
    case full
    case busy
    /// The pipe has no reader.
    case pipeClosed
    /// The file system does not support the call.
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
