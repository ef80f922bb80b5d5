import Files
import Sync

/// Finds the helper beside the running program.
enum HelperProgram {
  static let name = "itemsctl-http"

  /// The helper's path.
  static func path(for remote: Remote) throws(SyncError) -> String {
    guard let own = FilePath.runningProgram else {
      throw SyncError(
        .notBuiltIn,
        "Cannot reach '\(remote)': it needs the program '\(name)', and this program cannot find its own folder."
      )
    }
    let program = own.sibling(name)
    guard program.isExecutable else {
      throw SyncError(
        .notBuiltIn,
        "Cannot reach '\(remote)': it needs the program '\(name)', which is not in '\(own.folder)' "
          + "beside this one. Install both together, or sync with a hub file."
      )
    }
    return program.description
  }
}
