/// How a store on disk is opened and how safely it is written.
public struct SQLiteOptions: Sendable {
  /// What a commit waits for.
  public enum Durability: Sendable, Hashable {
    /// The disk has it: an acknowledged write survives a power cut (`synchronous=FULL`).
    case full
    /// The system has it: it survives a crash of the program; a power cut may lose the last commits
    /// but damages nothing (`synchronous=NORMAL`). <https://www.sqlite.org/pragma.html#pragma_synchronous>
    case normal
  }

  /// What the store may do with its file.
  public enum Access: Sendable, Hashable {
    /// Read and write; a missing file is made.
    case create
    /// Read and write; a missing file is an error.
    case readWrite
    /// Read; a missing file is an error, and so is a write.
    ///
    /// In a folder that may not be written to, a store that nobody has open is read as it lies there:
    /// what others change meanwhile is not seen, so keep such a store open only briefly.
    case readOnly
  }

  /// What the store may do with its file.
  public var access: Access
  /// What a commit waits for.
  public var durability: Durability
  /// How long a write waits for another process's, before it fails with `busy`.
  ///
  /// Six times as long any use waits while this process's own uses are at work and none of them ends.
  public var busyTimeout: Duration
  /// The most connections that read at once.
  public var readers: Int
  /// The page cache of each connection, in KiB.
  public var cacheKiB: Int
  /// The attributes that the store indexes from now on, and no others; nil leaves them as they are.
  ///
  /// A store opened for reading only uses those that are there. One with a name that cannot be
  /// indexed is not opened: ``StorageError/Code/misuse``.
  public var attributeIndexes: [AttributeIndex]?
  /// How much of what is done can be undone.
  public var history: HistoryOptions
  /// Whether work that may be long, or wait for the disk, stays with its caller.
  ///
  /// That is for a program that does one thing after another on a thread of its own: elsewhere it would keep one of
  /// Swift's few threads from every other task. It saves a queue, whose thread takes a millisecond to start.
  package var runsOnCallerThread = false

  /// Makes options; without arguments those of a program that says "saved" to a person.
  public init(
    access: Access = .create,
    durability: Durability = .full,
    busyTimeout: Duration = .seconds(5),
    readers: Int = 4,
    cacheKiB: Int = 16_384,
    attributeIndexes: [AttributeIndex]? = nil,
    history: HistoryOptions = .standard
  ) {
    precondition(readers > 0, "a store needs a reader")
    self.access = access
    self.durability = durability
    self.busyTimeout = busyTimeout
    self.readers = readers
    self.cacheKiB = cacheKiB
    self.attributeIndexes = attributeIndexes
    self.history = history
  }
}
