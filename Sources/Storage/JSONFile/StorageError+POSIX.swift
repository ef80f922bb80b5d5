// The system's error numbers as our codes.

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

extension StorageError {
  /// The error for a system call: what was being done, to what, the system's words, and a remedy.
  init(errno number: Int32, doing: String, path: String) {
    let code = Code(errno: number)
    let detail = unsafe String(cString: strerror(number))
    self.init(code, "\(doing) '\(path)' failed: \(detail). \(code.remedyForFile)")
  }

  /// The error for a file that cannot be made: unlike one that is there, it may as well be made elsewhere.
  init(errno number: Int32, making path: String) {
    guard number == EROFS else {
      self.init(errno: number, doing: "Making", path: path)
      return
    }
    self.init(
      .cannotOpen,
      "Making '\(path)' failed: the file system may only be read. Give a path elsewhere."
    )
  }

  /// The same error of the file that a person named, instead of the one that stood for it meanwhile.
  package func renaming(_ temporary: String, to path: String) -> StorageError {
    let parts = message.split(separator: temporary, omittingEmptySubsequences: false)
    guard parts.count > 1 else { return self }
    var renamed = self
    renamed.message = parts.joined(separator: path)
    return renamed
  }
}

extension StorageError.Code {
  /// Our code for an error number.
  package init(errno number: Int32) {
    switch number {
    case ENOENT, ENOTDIR, EISDIR, ELOOP, ENAMETOOLONG, EMFILE, ENFILE: self = .cannotOpen
    case EACCES, EPERM: self = .permission
    case EROFS: self = .readOnly
    case ENOSPC, EDQUOT, EFBIG: self = .full
    case EWOULDBLOCK, EBUSY, ETXTBSY: self = .busy
    default: self = .inputOutput
    }
  }

  /// What a person can do about it.
  fileprivate var remedyForFile: String {
    switch self {
    case .cannotOpen: "Check that the path leads to a file in a folder that is there."
    case .permission: "Check the permissions of the file and of its folder."
    case .readOnly: "The file system may only be read; keep the store elsewhere."
    case .full: "Free some space and try again; nothing was changed."
    case .busy: "Another process is writing to it; try again in a moment."
    default: "Check the disk; nothing was changed."
    }
  }
}
