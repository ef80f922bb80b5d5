import Storage

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Keeps two processes from syncing one store at once.
///
/// Two syncs at once would do no harm, only each other's work again; a lease spares them that.
public struct SyncLease: Sendable {
  private enum Kind: Sendable {
    case none
    case file(String)
  }

  private let kind: Kind

  private init(_ kind: Kind) { self.kind = kind }

  /// No lease: for a store that no other engine can reach, such as one in memory.
  public static let none = SyncLease(.none)

  /// A lock on a file of its own, whose path is the store's with `-sync` at its end.
  ///
  /// The system drops the lock when the process ends, however it ends. The file is there while a
  /// sync goes on, and for no longer unless a process was killed in it.
  public static func file(beside storePath: String) -> SyncLease { SyncLease(.file(storePath)) }

  /// Takes the lease; it is given back when what this returns is released.
  ///
  /// - Throws: ``SyncError`` with code `busy` where another sync holds it.
  func take() throws(SyncError) -> HeldSyncLease? {
    guard case .file(let path) = kind else { return nil }
    return try HeldSyncLease(SyncLease.lockPath(of: path))
  }

  /// Beside the store itself, by whichever link it was named.
  private static func lockPath(of path: String) -> String {
    guard let resolved = unsafe realpath(path, nil) else { return path + "-sync" }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved) + "-sync"
  }
}

/// The lock while it is held.
final class HeldSyncLease: Sendable {
  private let descriptor: Int32
  private let path: String

  fileprivate init(_ path: String) throws(SyncError) {
    self.path = path
    while true {
      let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else { throw HeldSyncLease.failure(errno, path) }
      guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
        let number = errno
        _ = close(descriptor)
        if number == EINTR { continue }
        throw number == EWOULDBLOCK ? HeldSyncLease.busy : HeldSyncLease.failure(number, path)
      }
      // Who held it before may have removed the file meanwhile: a lock on a file without a name
      // keeps nobody out.
      if HeldSyncLease.isFile(descriptor, at: path) {
        self.descriptor = descriptor
        return
      }
      _ = close(descriptor)
    }
  }

  deinit {
    _ = unsafe unlink(path)
    _ = close(descriptor)
  }

  private static func isFile(_ descriptor: Int32, at path: String) -> Bool {
    var held = stat()
    var named = stat()
    guard unsafe fstat(descriptor, &held) == 0, unsafe stat(path, &named) == 0 else { return false }
    return held.st_ino == named.st_ino && held.st_dev == named.st_dev
  }

  private static let busy = SyncError(
    .busy,
    "Another sync of this store is under way; try again when it is done."
  )

  private static func failure(_ number: Int32, _ path: String) -> SyncError {
    let reason = unsafe String(cString: strerror(number))
    let cause = StorageError(
      StorageError.Code(errno: number),
      "Cannot lock the store for a sync by '\(path)': \(reason)."
    )
    return SyncError(.store, cause.message, cause: cause)
  }
}
