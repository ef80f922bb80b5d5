#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// What a path or a descriptor leads to.
package enum FileKind: Sendable, Hashable {
  case nothing, file, folder, other
  /// The system does not tell, for that reason.
  case unknown(SystemError)
}

/// What the system says of a file: what tells one state of it from another, and who may use it.
package struct FileStatus: Sendable {
  /// Which file it is, whatever its names and its contents.
  package struct ID: Sendable, Hashable {
    fileprivate let device: UInt64
    fileprivate let inode: UInt64
  }

  /// Changes whenever the file is replaced or written to, as far as the file system's clock tells.
  package struct Identity: Sendable, Hashable {
    package let id: ID
    fileprivate let size: Int64
    fileprivate let seconds: Int
    fileprivate let nanoseconds: Int
  }

  package let kind: FileKind
  package let identity: Identity
  /// Without the bits that say what kind of file it is.
  package let permissions: UInt32
  package let owner: UInt32
  package let group: UInt32
  /// How many names the file has.
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

  /// How many seconds ago the file was last written to, by the system's clock.
  package var age: Int { time(nil) - identity.seconds }
}
