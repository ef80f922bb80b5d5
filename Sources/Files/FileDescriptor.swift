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
    number = try FileError.during(
      makes ? .making : .opening,
      path,
      System.open(path, mode.flags, permissions: permissions)
    )
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
    if isOwned.exchange(false, ordering: .acquiringAndReleasing) { System.close(number) }
  }

  /// The ends of a new pipe, which programs that are started do not inherit.
  ///
  /// Between its making and its marking, another thread must start no program.
  package static func pipe() throws(SystemError) -> (
    reading: FileDescriptor, writing: FileDescriptor
  ) {
    let (reading, writing) = try System.pipe()
    return (FileDescriptor(owning: reading, "a pipe"), FileDescriptor(owning: writing, "a pipe"))
  }
}

extension FileDescriptor {
  /// The status of the open file.
  package func status() throws(FileError) -> FileStatus {
    FileStatus(try FileError.during(.lookingAt, path, System.status(number)))
  }

  /// The next bytes, at least one and at most so many; none at the end.
  package func read(atMost limit: Int = 262_144) throws(FileError) -> [UInt8] {
    try FileError.during(.reading, path, System.read(number, atMost: limit))
  }

  /// All bytes of a file from the start to the end, wherever the last read ended.
  package func readAll() throws(FileError) -> [UInt8] {
    var bytes: [UInt8] = []
    // One byte more than the file has, so that the end is met without another buffer.
    var room = Int(try status().size) + 1
    while true {
      let part = try FileError.during(
        .reading,
        path,
        System.read(number, atMost: room, at: bytes.count)
      )
      if part.isEmpty { return bytes }
      if bytes.isEmpty { bytes = part } else { bytes += part }
      room = max(room - part.count, 65_536)
    }
  }

  /// Writes all bytes at the place where the last write ended.
  package func write(_ bytes: [UInt8]) throws(FileError) {
    var offset = 0
    while offset < bytes.count {
      do throws(SystemError) {
        offset += try System.write(number, bytes, from: offset)
      } catch {
        // A terminal or a pipe that another program made non-blocking.
        guard error.number == EAGAIN else { throw FileError(.writing, path, error) }
      }
    }
  }

  /// Writes one byte, which is allowed in a handler of signals.
  package static func write(_ byte: UInt8, to number: Int32) { System.write(number, byte: byte) }

  /// Moves back to the first byte of a file.
  package func rewind() throws(FileError) {
    try FileError.during(.reading, path, System.rewind(number))
  }

  /// Waits until the disk has what was written.
  package func synchronize() throws(FileError) {
    try FileError.during(.writing, path, System.synchronize(number))
  }

  /// Whether nobody is left at the other end; waits for nothing.
  package var isHungUp: Bool { System.isHungUp(number) }

  /// Gives the file another one's permissions, and its owner where the system allows that.
  package func takeOver(_ status: FileStatus) throws(FileError) {
    // Only the superuser may give a file away; for all others it is theirs already.
    System.setOwner(number, status.owner, status.group)
    try setPermissions(status.permissions)
  }

  package func setPermissions(_ permissions: UInt32) throws(FileError) {
    try FileError.during(
      .settingPermissions,
      path,
      System.setPermissions(number, permissions)
    )
  }
}

// MARK: - Locks

extension FileDescriptor {
  /// Takes the file's exclusive lock if nobody has it; it goes with this descriptor at the latest.
  package func tryLock() throws(FileError) -> Bool {
    do throws(SystemError) {
      try System.lock(number)
      return true
    } catch {
      guard error.kind == .busy else { throw FileError(.locking, path, error) }
      return false
    }
  }

  /// Gives the lock back.
  package func unlock() { System.unlock(number) }
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
