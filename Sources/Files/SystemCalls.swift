#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The C library's calls on files, each with its error: the unsafe code of this module.
///
/// A call that a signal interrupts is made again.
enum System {
  static func words(for number: Int32) -> String {
    guard let words = unsafe strerror(number) else { return "error \(number)" }
    return unsafe String(cString: words)
  }

  /// Throws the error of a call that returned less than zero.
  @discardableResult
  private static func checked<Number: SignedInteger>(
    _ call: () -> Number
  ) throws(SystemError) -> Number {
    while true {
      let result = call()
      guard result < 0 else { return result }
      guard errno == EINTR else { throw SystemError.current }
    }
  }
}

// MARK: - Descriptors

extension System {
  static func open(
    _ path: String,
    _ flags: Int32,
    permissions: UInt32
  ) throws(SystemError) -> Int32 {
    try checked { openFile(path, flags | O_CLOEXEC, mode_t(permissions)) }
  }

  static func close(_ descriptor: Int32) { closeDescriptor(descriptor) }

  /// Up to so many bytes, from where the last read ended or from a place in the file; none at the end.
  static func read(
    _ descriptor: Int32,
    atMost limit: Int,
    at offset: Int? = nil
  ) throws(SystemError) -> [UInt8] {
    var failure: SystemError?
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
      do throws(SystemError) {
        count = try checked {
          if let offset {
            return unsafe pread(descriptor, buffer.baseAddress, limit, off_t(offset))
          }
          return unsafe readBytes(descriptor, buffer.baseAddress, limit)
        }
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return bytes
  }

  /// Writes the bytes behind the first so many; returns how many the system took.
  static func write(
    _ descriptor: Int32,
    _ bytes: [UInt8],
    from offset: Int = 0
  ) throws(SystemError) -> Int {
    try checked {
      unsafe bytes.withUnsafeBytes { buffer in
        let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[offset...])
        return unsafe writeBytes(descriptor, rest.baseAddress, rest.count)
      }
    }
  }

  /// Writes one byte, which is allowed in a handler of signals: see signal-safety(7).
  static func write(_ descriptor: Int32, byte: UInt8) {
    var byte = byte
    _ = unsafe writeBytes(descriptor, &byte, 1)
  }

  static func rewind(_ descriptor: Int32) throws(SystemError) {
    try checked { lseek(descriptor, 0, SEEK_SET) }
  }

  static func synchronize(_ descriptor: Int32) throws(SystemError) {
    #if canImport(Darwin)
    // There, fsync does not empty the disk's own cache.
    if fcntl(descriptor, F_FULLFSYNC) == 0 { return }
    #endif
    try checked { fsync(descriptor) }
  }

  static func lock(_ descriptor: Int32) throws(SystemError) {
    try checked { flock(descriptor, LOCK_EX | LOCK_NB) }
  }

  static func unlock(_ descriptor: Int32) { _ = flock(descriptor, LOCK_UN) }

  static func setPermissions(
    _ descriptor: Int32,
    _ permissions: UInt32
  ) throws(SystemError) {
    try checked { fchmod(descriptor, mode_t(permissions)) }
  }

  static func setOwner(_ descriptor: Int32, _ owner: UInt32, _ group: UInt32) {
    _ = fchown(descriptor, owner, group)
  }

  static func status(_ descriptor: Int32) throws(SystemError) -> stat {
    var status = stat()
    try checked { unsafe fstat(descriptor, &status) }
    return status
  }

  /// Whether the other end of a pipe is gone; waits for nothing.
  static func isHungUp(_ descriptor: Int32) -> Bool {
    // Of what is not asked for, poll(2) tells errors and ends alone: the one is Linux's word for a
    // pipe without a reader, the other the BSDs'.
    var question = pollfd(fd: descriptor, events: 0, revents: 0)
    guard unsafe poll(&question, 1, 0) == 1 else { return false }
    return question.revents & Int16(POLLERR | POLLHUP) != 0
  }

  /// The reading and the writing end of a new pipe.
  static func pipe() throws(SystemError) -> (reading: Int32, writing: Int32) {
    var ends: [Int32] = [-1, -1]
    try checked { unsafe makePipe(&ends) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  #if os(Linux) || os(Android)
  static func watch(_ descriptor: Int32, _ path: String, _ mask: UInt32) throws(SystemError) {
    try checked { unsafe inotify_add_watch(descriptor, path, mask) }
  }
  #endif
}

// MARK: - Paths

extension System {
  static func status(_ path: String, followsLinks: Bool) throws(SystemError) -> stat {
    var status = stat()
    try checked { followsLinks ? unsafe stat(path, &status) : unsafe lstat(path, &status) }
    return status
  }

  static func canAccess(_ path: String, _ mode: Int32) throws(SystemError) {
    try checked { unsafe access(path, mode) }
  }

  static func resolve(_ path: String) throws(SystemError) -> String {
    guard let resolved = unsafe realpath(path, nil) else { throw SystemError.current }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
  }

  static func rename(_ old: String, _ new: String) throws(SystemError) {
    try checked { renameFile(old, new) }
  }

  static func link(_ old: String, _ new: String) throws(SystemError) {
    try checked { linkFile(old, new) }
  }

  static func unlink(_ path: String) throws(SystemError) {
    try checked { unlinkFile(path) }
  }

  static func setPermissions(_ path: String, _ permissions: UInt32) throws(SystemError) {
    try checked { unsafe chmod(path, mode_t(permissions)) }
  }

  static func makeFolder(_ path: String, permissions: UInt32) throws(SystemError) {
    try checked { unsafe mkdir(path, mode_t(permissions)) }
  }

  static func removeFolder(_ path: String) throws(SystemError) {
    try checked { unsafe rmdir(path) }
  }

  /// The names of what is in a folder.
  static func names(in path: String) throws(SystemError) -> [String] {
    guard let folder = unsafe opendir(path) else { throw SystemError.current }
    defer { unsafe closedir(folder) }
    var names: [String] = []
    while let entry = unsafe readdir(folder) {
      let name = unsafe withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  /// The bytes that a user may still write to the file system of a path; the greatest number for no limit.
  static func freeBytes(_ path: String) throws(SystemError) -> UInt64 {
    var system = statvfs()
    try checked { unsafe statvfs(path, &system) }
    let (bytes, isUnlimited) = UInt64(system.f_bavail)
      .multipliedReportingOverflow(by: UInt64(system.f_frsize))
    return isUnlimited ? .max : bytes
  }

  static func currentFolder() -> String? {
    guard let path = unsafe getcwd(nil, 0) else { return nil }
    defer { unsafe free(path) }
    return unsafe String(cString: path)
  }

  /// Where the running program is.
  static func program() -> String? {
    #if canImport(Darwin)
    var size: UInt32 = 4_096
    var buffer = [CChar](repeating: 0, count: Int(size))
    guard unsafe _NSGetExecutablePath(&buffer, &size) == 0 else { return nil }
    return String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    #else
    return "/proc/self/exe"
    #endif
  }
}

// Within the type, the names would be those of its own functions.
private func openFile(_ path: String, _ flags: Int32, _ permissions: mode_t) -> Int32 {
  unsafe open(path, flags, permissions)
}
private func closeDescriptor(_ descriptor: Int32) { _ = close(descriptor) }
private func readBytes(
  _ descriptor: Int32,
  _ buffer: UnsafeMutablePointer<UInt8>?,
  _ count: Int
) -> Int { unsafe read(descriptor, buffer, count) }
private func writeBytes(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  unsafe write(descriptor, bytes, count)
}
private func makePipe(_ ends: UnsafeMutablePointer<Int32>) -> Int32 { unsafe pipe(ends) }
private func renameFile(_ old: String, _ new: String) -> Int32 { unsafe rename(old, new) }
private func linkFile(_ old: String, _ new: String) -> Int32 { unsafe link(old, new) }
private func unlinkFile(_ path: String) -> Int32 { unsafe unlink(path) }
