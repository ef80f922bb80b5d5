import CommandKit
import Files
import Sync

/// Errors of a sync with a hub file, which say more than those of a hub behind HTTP can.
enum HubFileError {
  /// Whether a remote is a file that is not there, or one without a byte.
  static func isMissing(_ remote: Remote) -> Bool {
    guard case .file(let path) = remote.location else { return false }
    return !FilePath(path).exists || FilePath(path).isEmptyFile
  }

  /// The failure of a command whose sync ended so.
  static func failure(_ error: SyncError, of remote: Remote) -> CommandError {
    guard case .file(let path) = remote.location else { return CommandError(error) }
    if (error.cause as? HubError)?.code == .missing {
      return CommandError(
        .unavailable,
        "\(error.message) This store has synced with that hub before, so no new hub was made.",
        help: [
          "Check that its drive or share is mounted, or put the file or a backup of it back.",
          "If the file was moved, give its new path by '--remote'. To begin a new hub here, which is",
          "offered every item of this store, give '--remote' with the same path.",
        ]
      )
    }
    // One that was full from the start has told so itself.
    if error.code == .quota, error.cause == nil {
      return CommandError(
        .inputOutput,
        "The disk of the hub '\(path)' is full: changes from elsewhere arrived, changes made here "
          + "are unsent.",
        help: ["Free some space there, and sync again."]
      )
    }
    return CommandError(error)
  }
}
