/// How a store is opened, whichever backend it has.
public struct StoreOptions: Sendable {
  /// What the store may do with its file.
  public enum Access: Sendable, Hashable {
    /// Read and write; a missing file is made.
    case create
    /// Read and write; a missing file is an error.
    case readWrite
    /// Read; a missing file is an error, and so is a write.
    ///
    /// In a folder that may not be written to, a database that nobody has open is read as it lies there:
    /// what others change meanwhile is not seen, so keep such a store open only briefly.
    case readOnly
  }

  /// What the store may do with its file.
  public var access: Access
  /// How long a write waits for another process's, before it fails with `busy`.
  ///
  /// Six times as long any use of a database waits while this process's own uses are at work and none of
  /// them ends.
  public var busyTimeout: Duration
  /// How much of what is done can be undone.
  public var history: HistoryOptions
  /// What a SQLite database alone is asked for; other backends pass over it.
  public var sqlite: SQLiteOptions
  /// Whether work that may be long, or wait for the disk, stays with its caller.
  ///
  /// That is for a program that does one thing after another on a thread of its own: elsewhere it would keep one of
  /// Swift's few threads from every other task. It saves a queue, whose thread takes a millisecond to start.
  package var runsOnCallerThread = false

  /// Makes options; without arguments those of a program that says "saved" to a person.
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
