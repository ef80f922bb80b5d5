/// How a store is opened, whichever backend it has.
public struct StoreOptions: Sendable {
  /// What the store may do with its file.
  public enum Access: Sendable, Hashable {
    /// Read and write; a missing file is created.
    case create
    /// Read and write; a missing file is an error.
    case readWrite
    /// Read; a missing file is an error, and so is a write.
    ///
    /// In a folder that may not be written to, a database that nobody has open is read as a file
    /// that does not change: it does not see what others change meanwhile, so keep such a store
    /// open only briefly.
    case readOnly
  }

  /// What the store may do with its file.
  public var access: Access
  /// How long a write waits for another process's write before it fails with `busy`.
  ///
  /// Any use of a database waits six times as long for the other uses of this process, if none of
  /// them ends meanwhile.
  public var busyTimeout: Duration
  /// How much can be undone.
  public var history: HistoryOptions
  /// Options of SQLite databases only; other backends ignore them.
  public var sqlite: SQLiteOptions
  /// Whether work that may be long, or wait for the disk, runs on the caller's thread.
  ///
  /// This is for a program that does one thing after another on a thread of its own: elsewhere it
  /// would keep one of Swift's few threads from all other tasks. It saves a queue, whose thread
  /// takes a millisecond to start.
  package var runsOnCallerThread = false

  /// Makes options; the defaults suit a program that tells a person that something is saved.
  public init(
    access: Access = .create,
    busyTimeout: Duration = .seconds(5),
    history: HistoryOptions = .standard,
    sqlite: SQLiteOptions = SQLiteOptions()
  ) {
    self.access = access
    self.busyTimeout = busyTimeout
    self.history = history
    self.sqlite = sqlite
  }
}
