import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// An open file, folder, pipe or terminal; closed with its last user unless it is only borrowed.
package final class FileDescriptor: Sendable {
  package let number: Int32
  /// The path, or what messages call it.
  package let path: String
  /// Whether it is ours to close, and is not closed yet.
  private let isOwned: Atomic<Bool>

  package static let standardInput = FileDescriptor(borrowing: STDIN_FILENO, "standard input")
  package static let standardOutput = FileDescriptor(borrowing: STDOUT_FILENO, "standard output")
  package static let standardError = FileDescriptor(borrowing: STDERR_FILENO, "standard error")

  /// How a file is opened.
  package enum Mode: Sendable {
    /// For reading; a folder can be opened so too.
    case read
    /// For writing; it must be there.
    case write
    /// For reading and writing.
    case update
    /// For reading and writing; made where there is none.
    case create
    /// For reading and writing; there must be none.
    case createNew
    /// For being told what becomes of it, on Apple's systems.
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

  /// Opens a path; of a new file's permissions, the process's mask (umask) takes some away.
  package init(_ path: String, _ mode: Mode, permissions: UInt32 = 0o666) throws(FileError) {
    let makes = mode == .create || mode == .createNew
    number = try FileError.check(makes ? .making : .opening, path) {
      unsafe open(path, mode.flags | O_CLOEXEC, mode_t(permissions))
    }
    self.path = path
    isOwned = Atomic(true)
  }

  /// A descriptor that somebody else closes.
  package init(borrowing number: Int32, _ name: String) {
    self.number = number
    path = name
    isOwned = Atomic(false)
  }

  /// A descriptor that is closed with its last user.
  package init(owning number: Int32, _ name: String) {
    self.number = number
    path = name
    isOwned = Atomic(true)
  }

  deinit { close() }

  /// Closes it now, for whoever waits at the other end of a pipe; nothing may use it afterwards.
  package func close() {
    if isOwned.exchange(false, ordering: .acquiringAndReleasing) { closeNumber(number) }
  }

  /// The ends of a new pipe, which programs that are started do not inherit.
  ///
  /// Between its making and its marking, another thread must start no program.
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
  /// Reading and writing them fails as it would have; messages to nobody are lost.
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

  /// All bytes of a file from the start to the end, wherever the last read ended.
  package func readAll() throws(FileError) -> [UInt8] {
    var bytes: [UInt8] = []
    // One byte more than the file has, so that the end is met without another buffer.
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
        // A terminal or a pipe that another program made non-blocking.
        guard error.reason.number == EAGAIN else { throw error }
      }
    }
  }

  /// Writes one byte, which is allowed in a handler of signals: see signal-safety(7).
  package static func write(_ byte: UInt8, to number: Int32) {
    var byte = byte
    _ = unsafe writeBytes(number, &byte, 1)
  }

  /// Moves back to the first byte of a file.
  package func rewind() throws(FileError) {
    try FileError.check(.reading, path) { lseek(number, 0, SEEK_SET) }
  }

  /// Waits until the disk has what was written.
  package func synchronize() throws(FileError) {
    #if canImport(Darwin)
    // There, fsync does not empty the disk's own cache.
    if fcntl(number, F_FULLFSYNC) == 0 { return }
    #endif
    try FileError.check(.writing, path) { fsync(number) }
  }

  /// Whether nobody is left at the other end of a pipe; waits for nothing.
  package var isHungUp: Bool {
    // Of what is not asked for, poll(2) tells errors and ends alone: the one is Linux's word for a
    // pipe without a reader, the other the BSDs'.
    var question = pollfd(fd: number, events: 0, revents: 0)
    guard unsafe poll(&question, 1, 0) == 1 else { return false }
    return question.revents & Int16(POLLERR | POLLHUP) != 0
  }

  /// Gives the file another one's permissions, and its owner where the system allows that.
  package func takeOver(_ status: FileStatus) throws(FileError) {
    // Only the superuser may give a file away; for all others it is theirs already.
    _ = fchown(number, status.owner, status.group)
    try FileError.check(.settingPermissions, path) { fchmod(number, mode_t(status.permissions)) }
  }

  #if os(Linux) || os(Android)
  /// Adds a watch to an instance of inotify; false where the system has none left.
  func watch(_ path: String, _ mask: UInt32) -> Bool {
    unsafe inotify_add_watch(number, path, mask) >= 0
  }
  #endif
}

// MARK: - Locks

extension FileDescriptor {
  /// Takes the file's exclusive lock if nobody has it; it goes with this descriptor at the latest.
  fileprivate func tryLock() throws(FileError) -> Bool {
    do throws(FileError) {
      try FileError.check(.locking, path) { flock(number, LOCK_EX | LOCK_NB) }
      return true
    } catch {
      guard error.reason.kind == .busy else { throw error }
      return false
    }
  }

  /// Gives the lock back.
  package func unlock() { _ = flock(number, LOCK_UN) }
}

/// A file whose lock this process has.
package struct LockedFile: Sendable {
  package let descriptor: FileDescriptor
  /// Where the file is, symbolic links followed.
  package let path: FilePath
  /// The status of the file when it was locked.
  package let status: FileStatus

  /// Opens a file and takes its lock; nil where somebody else has it.
  ///
  /// Who had it before may have removed or replaced the file meanwhile: a lock on a file without a name
  /// keeps nobody out.
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

// Within the type, the names would be those of its own functions.
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
