import Files
import Storage

/// Keeps two processes from syncing one store at once.
///
/// Two syncs at once would do no harm, but each would repeat the other's work.
public struct SyncLease: Sendable {
  private enum Kind: Sendable {
    case none
    case file(String)
  }

  private let kind: Kind

  private init(_ kind: Kind) { self.kind = kind }

  /// No lease: for a store that no other engine can reach, such as one in memory.
  public static let none = SyncLease(.none)

  /// A lock on a separate file, whose path is the store's path with `-sync` at its end.
  ///
  /// The system releases the lock when the process ends, however it ends. The file exists during a
  /// sync, and afterwards only if a process was killed during one.
  public static func file(beside storePath: String) -> SyncLease { SyncLease(.file(storePath)) }

  /// Takes the lease, which ends when the returned object is released.
  ///
  /// - Throws: ``SyncError`` with code `busy` if another sync holds it.
  func take() throws(SyncError) -> HeldSyncLease? {
    guard case .file(let path) = kind else { return nil }
    // Beside the store itself, whichever link names it.
    let lock = FilePath("\(FilePath(path).resolvedIfThere)-sync")
    let file: LockedFile?
    do throws(FileError) {
      file = try LockedFile(lock.description, .create, permissions: 0o600)
    } catch {
      let cause = StorageError(
        StorageError.Code(error.reason),
        "Cannot lock the store for a sync by '\(lock)': \(error.reason)."
      )
      throw SyncError(.store, cause.message, cause: cause)
    }
    guard let file else {
      throw SyncError(.busy, "Another sync of this store is under way; try again when it is done.")
    }
    return HeldSyncLease(file, at: lock)
  }
}

/// The lock while it is held.
final class HeldSyncLease: Sendable {
  private let file: LockedFile
  private let path: FilePath

  fileprivate init(_ file: LockedFile, at path: FilePath) {
    self.file = file
    self.path = path
  }

  // The lock ends with the descriptor, after this.
  deinit { try? path.remove() }
}
