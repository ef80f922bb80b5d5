import Files
import Storage

/// Moves the log of a hub file into the file, on a connection of its own; not for two threads at once.
package final class HubCheckpoints {
  private let connection: Connection
  private let log: FilePath

  /// Opens a hub file that is there, with its log.
  package init(path: String) throws(HubError) {
    log = FilePath(path).companion(.log)
    do throws(StorageError) {
      connection = try Connection(.file(path), access: .readWrite, busyTimeout: .seconds(2))
      try connection.execute("PRAGMA synchronous = FULL", doing: "Opening")
    } catch {
      throw HubError(error, opening: path)
    }
  }

  /// How far a checkpoint goes.
  package enum Mode: String {
    /// As far as no reader or writer has to wait.
    case passive = "PASSIVE"
    /// To the end, so that the next writer begins the log anew; no other writer may come meanwhile.
    case restart = "RESTART"
    /// As ``restart``, and the log's file is made empty.
    case truncate = "TRUNCATE"
  }

  /// The size of the log in bytes.
  package var logBytes: Int64 { log.size ?? 0 }

  /// Runs a checkpoint.
  ///
  /// - Returns: Whether the whole log is in the file.
  package func run(_ mode: Mode) throws(HubError) -> Bool {
    do throws(StorageError) {
      let statement = try connection.cached("PRAGMA wal_checkpoint(\(mode.rawValue))")
      defer { statement.reset() }
      guard try statement.step() else { return false }
      return statement.integer(0) == 0 && statement.integer(1) == statement.integer(2)
    } catch {
      throw HubError(error)
    }
  }
}
