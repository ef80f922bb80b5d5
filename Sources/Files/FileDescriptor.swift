import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// An open file, folder, pipe or terminal; releasing it closes it unless it is borrowed.
package final class FileDescriptor: Sendable {
  package let number: Int32
  /// The path, or what messages call it.
  package let path: String
  /// Whether this has to close it, and has not yet.
  private let isOwned: Atomic<Bool>

  package static let standardInput = FileDescriptor(borrowing: STDIN_FILENO, "standard input")
  package static let standardOutput = FileDescriptor(borrowing: STDOUT_FILENO, "standard output")
  package static let standardError = FileDescriptor(borrowing: STDERR_FILENO, "standard error")

  /// How a file is opened.
  package enum Mode: Sendable {
    /// For reading; also for folders.
    case read
    /// For writing; the file must exist.
    case write
    /// For reading and writing.
    case update
    /// For reading and writing; makes a missing file.
    case create
    /// For reading and writing; the file must not exist.
    case createNew
    /// For watching it, on Apple's systems.
    case watch

    fileprivate var flags: Int32 {
      switch self {
      case .read: O_RDONLY
      case .write: O_WRONLY
      case .update: O_RDWR
      case .create: O_RDWR | O_CREAT
      case .createNew: O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW
      #if canImport(Darwin)
      case .watch: O_EVTONLY
      #else
      case .watch: O_RDONLY
      #endif
      }
    }
  }

  /// Opens a path; the umask limits the permissions of a new file.
  package init(_ path: String, _ mode: Mode, permissions: UInt32 = 0o666) throws(FileError) {
    let makes = mode == .create || mode == .createNew
    number = try FileError.check(makes ? .making : .opening, path) {
      unsafe open(path, mode.flags | O_CLOEXEC, mode_t(permissions))
    }
    self.path = path
    isOwned = Atomic(true)
  }

  /// A descriptor that something else closes.
  package init(borrowing number: Int32, _ name: String) {
    self.number = number
    path = name
    isOwned = Atomic(false)
  }

  /// A descriptor that is closed when this is released.
  package init(owning number: Int32, _ name: String) {
    self.number = number
    path = name
    isOwned = Atomic(true)
  }

  deinit { close() }

  /// Closes it now, for the process at the other end of a pipe; it must not be used afterwards.
  package func close() {
    if isOwned.exchange(false, ordering: .acquiringAndReleasing) { closeNumber(number) }
  }

  /// The ends of a new pipe, which child processes do not inherit.
  ///
  /// No other thread may start a program meanwhile.
  package static func pipe() throws(SystemError) -> (
    reading: FileDescriptor, writing: FileDescriptor
  ) {
    var ends: [Int32] = [-1, -1]
    try SystemError.check { unsafe makePipe(&ends) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (FileDescriptor(owning: ends[0], "a pipe"), FileDescriptor(owning: ends[1], "a pipe"))
  }

  /// Opens those of the descriptors 0, 1 and 2 that the process was started without, so that no store gets
  /// their numbers and our messages with them.
  ///
  /// Reading and writing them fails as before; messages are lost.
  package static func openStandardStreams() {
    for (number, mode) in [
      (STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDWR),
    ] where fcntl(number, F_GETFD) == -1 {
      // The lowest number that is free is this one: those below are open by now. Programs that are started
      // have it, too.
      _ = unsafe open("/dev/null", mode)
    }
  }
}

// MARK: - Reading and writing

extension FileDescriptor {
  /// The status of the open file.
  package func status() throws(FileError) -> FileStatus {
    var status = stat()
    try FileError.check(.lookingAt, path) { unsafe fstat(number, &status) }
    return FileStatus(status)
  }

  /// The next bytes, or those at a place in the file: at least one and at most so many; none at the end.
  package func read(
    atMost limit: Int = 262_144,
    at offset: Int? = nil
  ) throws(FileError) -> [UInt8] {
    var failure: FileError?
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
      do throws(FileError) {
        count = try FileError.check(.reading, path) {
          if let offset { return unsafe pread(number, buffer.baseAddress, limit, off_t(offset)) }
          return unsafe readBytes(number, buffer.baseAddress, limit)
        }
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return bytes
  }

  /// All bytes of a file, whatever was read before.
  package func readAll() throws(FileError) -> [UInt8] {
    var bytes: [UInt8] = []
    // One byte more than the file has, so that one read reaches the end.
    var room = Int(try status().size) + 1
    while true {
      let part = try read(atMost: room, at: bytes.count)
      if part.isEmpty { return bytes }
      if bytes.isEmpty { bytes = part } else { bytes += part }
      room = max(room - part.count, 65_536)
    }
  }

  /// Writes all bytes at the place where the last write ended.
  package func write(_ bytes: [UInt8]) throws(FileError) {
    var offset = 0
    while offset < bytes.count {
      do throws(FileError) {
        offset += try FileError.check(.writing, path) {
          unsafe bytes.withUnsafeBytes { buffer in
            let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[offset...])
            return unsafe writeBytes(number, rest.baseAddress, rest.count)
          }
        }
      } catch {
        // Another program made the terminal or pipe non-blocking.
        guard error.reason.number == EAGAIN else { throw error }
      }
    }
  }

  /// Writes one byte; safe in a signal handler: see signal-safety(7).
  package static func write(_ byte: UInt8, to number: Int32) {
    var byte = byte
    _ = unsafe writeBytes(number, &byte, 1)
  }

  /// Moves back to the first byte of a file.
  package func rewind() throws(FileError) {
    try FileError.check(.reading, path) { lseek(number, 0, SEEK_SET) }
  }

  /// Waits until the disk has the written bytes.
  package func synchronize() throws(FileError) {
    #if canImport(Darwin)
    // On Darwin, fsync does not flush the disk's own cache; F_FULLFSYNC does. A file system without it, such as that of a
    // network, gets an fsync. EIO is an error at once: an fsync after a failed write can succeed, since nothing is left to
    // write.
    do throws(SystemError) {
      try SystemError.check { fcntl(number, F_FULLFSYNC) }
      return
    } catch {
      if error.number == EIO { throw FileError(.writing, path, error) }
    }
    #endif
    try FileError.check(.writing, path) { fsync(number) }
  }

  /// Whether the other end of a pipe is closed; does not wait.
  package var isHungUp: Bool {
    // poll(2) always reports these two: Linux sets POLLERR for a pipe without a reader, the BSDs POLLHUP.
    var question = pollfd(fd: number, events: 0, revents: 0)
    guard unsafe poll(&question, 1, 0) == 1 else { return false }
    return question.revents & Int16(POLLERR | POLLHUP) != 0
  }

  /// Waits so many milliseconds for something to read, or for the end of it; returns whether there is either.
  package func waitForInput(milliseconds: Int32) -> Bool {
    var question = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&question, 1, milliseconds) == 1
  }

  /// Gives the file another file's permissions, and its owner if the system allows that.
  package func takeOver(_ status: FileStatus) throws(FileError) {
    // Only the superuser may change the owner.
    _ = fchown(number, status.owner, status.group)
    try FileError.check(.settingPermissions, path) { fchmod(number, mode_t(status.permissions)) }
  }

  #if os(Linux) || os(Android)
  /// Adds a watch to an inotify instance; returns false if the system has none left.
  func watch(_ path: String, _ mask: UInt32) -> Bool {
    unsafe inotify_add_watch(number, path, mask) >= 0
  }
  #endif
}

// MARK: - Locks

extension FileDescriptor {
  /// Takes the file's exclusive lock if it is free; closing the descriptor releases it.
  fileprivate func tryLock() throws(FileError) -> Bool {
    do throws(FileError) {
      try FileError.check(.locking, path) { flock(number, LOCK_EX | LOCK_NB) }
      return true
    } catch {
      guard error.reason.kind == .busy else { throw error }
      return false
    }
  }

  /// Releases the lock.
  package func unlock() { _ = flock(number, LOCK_UN) }
}

/// A file whose lock this process holds.
package struct LockedFile: Sendable {
  package let descriptor: FileDescriptor
  /// The file's path without symbolic links.
  package let path: FilePath
  /// The status of the file when it was locked.
  package let status: FileStatus

  /// Opens a file and takes its lock; nil if another process holds it.
  ///
  /// The holder before may have removed or replaced the file: a lock on a file without a name
  /// excludes nobody, so this starts again.
  package init?(
    _ path: String,
    _ mode: FileDescriptor.Mode,
    permissions: UInt32 = 0o666
  ) throws(FileError) {
    while true {
      let descriptor = try FileDescriptor(path, mode, permissions: permissions)
      guard try descriptor.tryLock() else { return nil }
      let status = try descriptor.status()
      do throws(FileError) {
        let place = try FilePath(path).resolved()
        guard try place.status().identity == status.identity else { continue }
        (self.descriptor, self.path, self.status) = (descriptor, place, status)
        return
      } catch {
        guard error.reason.kind == .missing else { throw error }
      }
    }
  }
}

// Within the type, these names mean its own methods.
private func closeNumber(_ number: Int32) { _ = close(number) }
private func makePipe(_ ends: UnsafeMutablePointer<Int32>) -> Int32 { unsafe pipe(ends) }
private func readBytes(
  _ number: Int32,
  _ bytes: UnsafeMutableRawPointer?,
  _ count: Int
) -> Int {
  unsafe read(number, bytes, count)
}
private func writeBytes(_ number: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  unsafe write(number, bytes, count)
}
