#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// An open file or folder; closed when it goes.
final class FileDescriptor: Sendable {
  private let number: Int32
  private let path: String

  /// How a file is opened.
  enum Mode: Sendable {
    /// For reading; a folder can be opened so too.
    case read
    /// For reading and writing.
    case update
    /// For reading and writing; made where there is none.
    case create
    /// For writing; there must be none.
    case createNew

    fileprivate var flags: Int32 {
      switch self {
      case .read: O_RDONLY
      case .update: O_RDWR
      case .create: O_RDWR | O_CREAT
      case .createNew: O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW
      }
    }
  }

  /// Opens a path; a new file's permissions are the process's usual ones (umask).
  init(_ path: String, _ mode: Mode, doing: String) throws(StorageError) {
    let number = unsafe open(path, mode.flags | O_CLOEXEC, 0o666)
    guard number >= 0 else { throw StorageError(errno: errno, doing: doing, path: path) }
    self.number = number
    self.path = path
  }

  deinit { _ = close(number) }

  /// What the system says of the open file.
  func status() throws(StorageError) -> FileStatus {
    var status = stat()
    guard unsafe fstat(number, &status) == 0 else { throw failure("Looking at") }
    return FileStatus(status)
  }

  /// All bytes from the start to the end.
  func readAll() throws(StorageError) -> [UInt8] {
    var bytes: [UInt8] = []
    // One byte more than the file has, so that the end is met without another buffer.
    var room = Int(try status().size) + 1
    while true {
      let offset = bytes.count
      var failed = false
      let part = unsafe [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
        let result = unsafe pread(number, buffer.baseAddress, room, off_t(offset))
        failed = result < 0
        count = max(result, 0)
      }
      if failed {
        guard errno == EINTR else { throw failure("Reading") }
        continue
      }
      if part.isEmpty { return bytes }
      if bytes.isEmpty { bytes = part } else { bytes += part }
      room = max(room - part.count, 65_536)
    }
  }

  /// Writes all bytes at the place where the last write ended.
  func write(_ bytes: [UInt8]) throws(StorageError) {
    var offset = 0
    while offset < bytes.count {
      let written = unsafe bytes.withUnsafeBytes { buffer in
        let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[offset...])
        return unsafe Self.write(number, rest)
      }
      if written < 0 {
        guard errno == EINTR else { throw failure("Writing") }
      } else {
        offset += written
      }
    }
  }

  // Within the type, `write` would name the method.
  private static func write(_ number: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    #if canImport(Glibc)
    unsafe Glibc.write(number, bytes.baseAddress, bytes.count)
    #elseif canImport(Musl)
    unsafe Musl.write(number, bytes.baseAddress, bytes.count)
    #else
    unsafe Darwin.write(number, bytes.baseAddress, bytes.count)
    #endif
  }

  /// Waits until the disk has what was written.
  func synchronize() throws(StorageError) {
    #if canImport(Darwin)
    // There, fsync does not empty the disk's own cache.
    if fcntl(number, F_FULLFSYNC) == 0 { return }
    #endif
    guard fsync(number) == 0 else { throw failure("Writing") }
  }

  /// Takes the file's exclusive lock if nobody has it; it goes with this descriptor at the latest.
  func tryLock() throws(StorageError) -> Bool {
    if flock(number, LOCK_EX | LOCK_NB) == 0 { return true }
    guard errno == EWOULDBLOCK || errno == EINTR else { throw failure("Locking") }
    return false
  }

  /// Gives the lock back.
  func unlock() { _ = flock(number, LOCK_UN) }

  /// Gives the file another one's permissions, and its owner where the system allows that.
  func takeOver(_ status: FileStatus) throws(StorageError) {
    // Only the superuser may give a file away; for all others it is theirs already.
    _ = fchown(number, status.owner, status.group)
    guard fchmod(number, status.permissions) == 0 else { throw failure("Setting permissions of") }
  }

  /// Gives the file another one's permissions and owner; without one, its owner alone may use it.
  func permit(_ model: FileStatus?) throws(StorageError) {
    if let model { return try takeOver(model) }
    guard fchmod(number, 0o600) == 0 else { throw failure("Setting permissions of") }
  }

  private func failure(_ doing: String) -> StorageError {
    StorageError(errno: errno, doing: doing, path: path)
  }
}

/// What tells one state of a file from another, and who may use it.
struct FileStatus: Sendable {
  /// Changes whenever the file is replaced or written to, as far as the file system's clock tells.
  struct Identity: Sendable, Equatable {
    fileprivate let device: UInt64
    fileprivate let inode: UInt64
    fileprivate let size: Int64
    fileprivate let seconds: Int
    fileprivate let nanoseconds: Int
  }

  let identity: Identity
  let permissions: mode_t
  let owner: uid_t
  let group: gid_t

  /// In bytes.
  var size: Int64 { identity.size }

  fileprivate init(_ status: stat) {
    #if canImport(Darwin)
    let time = status.st_mtimespec
    #else
    let time = status.st_mtim
    #endif
    identity = Identity(
      device: UInt64(truncatingIfNeeded: status.st_dev),
      inode: UInt64(status.st_ino),
      size: Int64(status.st_size),
      seconds: Int(time.tv_sec),
      nanoseconds: Int(time.tv_nsec)
    )
    permissions = status.st_mode & 0o7777
    owner = status.st_uid
    group = status.st_gid
  }

  /// What is at a path, symbolic links followed.
  init(at path: String) throws(StorageError) {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else {
      throw StorageError(errno: errno, doing: "Looking at", path: path)
    }
    self.init(status)
  }
}

/// Calls on paths.
enum FilePath {
  /// The path without symbolic links.
  static func resolved(_ path: String) throws(StorageError) -> String {
    guard let resolved = unsafe realpath(path, nil) else {
      throw StorageError(errno: errno, doing: "Opening", path: path)
    }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
  }

  /// Puts a file into another one's place, at once.
  static func rename(_ old: String, to new: String) throws(StorageError) {
    #if canImport(Glibc)
    let result = unsafe Glibc.rename(old, new)
    #elseif canImport(Musl)
    let result = unsafe Musl.rename(old, new)
    #else
    let result = unsafe Darwin.rename(old, new)
    #endif
    guard result == 0 else { throw StorageError(errno: errno, doing: "Replacing", path: new) }
  }

  /// Gives a file a second name; false where that is taken.
  static func link(_ old: String, to new: String) throws(StorageError) -> Bool {
    #if canImport(Glibc)
    let result = unsafe Glibc.link(old, new)
    #elseif canImport(Musl)
    let result = unsafe Musl.link(old, new)
    #else
    let result = unsafe Darwin.link(old, new)
    #endif
    if result == 0 { return true }
    if errno == EEXIST { return false }
    throw StorageError(errno: errno, doing: "Making", path: new)
  }

  /// Removes a file, if it is there.
  static func remove(_ path: String) throws(StorageError) {
    guard unsafe unlink(path) != 0, errno != ENOENT else { return }
    throw StorageError(errno: errno, doing: "Removing the left-over", path: path)
  }

  /// Waits a moment for another process.
  static func pause() { _ = usleep(2_000) }
}
