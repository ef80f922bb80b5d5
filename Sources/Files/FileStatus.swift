#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The kind of file that a path or a descriptor refers to.
package enum FileKind: Sendable, Hashable {
  case nothing, file, folder, other
  /// Unknown, for that reason.
  case unknown(SystemError)
}

/// A file's kind, identity, permissions and owner.
package struct FileStatus: Sendable {
  /// Identifies the file, whatever its names and its contents.
  package struct ID: Sendable, Hashable {
    fileprivate let device: UInt64
    fileprivate let inode: UInt64
  }

  /// Changes with each replacement and write, as precisely as the file system's clock.
  package struct Identity: Sendable, Hashable {
    package let id: ID
    fileprivate let size: Int64
    fileprivate let seconds: Int
    fileprivate let nanoseconds: Int

    /// When the file was written last, in nanoseconds since 1970.
    package var modified: Int64 {
      Int64(clamping: seconds) &* 1_000_000_000 &+ Int64(clamping: nanoseconds)
    }
  }

  package let kind: FileKind
  package let identity: Identity
  /// Without the bits for the kind of file.
  package let permissions: UInt32
  package let owner: UInt32
  package let group: UInt32
  /// The number of names (hard links).
  package let linkCount: Int

  /// In bytes.
  package var size: Int64 { identity.size }
  package var id: ID { identity.id }

  init(_ status: stat) {
    #if canImport(Darwin)
    let time = status.st_mtimespec
    #else
    let time = status.st_mtim
    #endif
    kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .folder
      default: .other
      }
    identity = Identity(
      id: ID(device: UInt64(truncatingIfNeeded: status.st_dev), inode: UInt64(status.st_ino)),
      size: Int64(status.st_size),
      seconds: Int(time.tv_sec),
      nanoseconds: Int(time.tv_nsec)
    )
    permissions = UInt32(status.st_mode & 0o7777)
    owner = status.st_uid
    group = status.st_gid
    linkCount = Int(status.st_nlink)
  }

  /// Whether the file belongs to the user of this process or to root.
  package var isOwnOrRoots: Bool { owner == geteuid() || owner == 0 }

  /// The seconds since the last write, by the system's clock.
  package var age: Int { time(nil) - identity.seconds }
}
