/// The options for opening a database on disk that only SQLite has; the rest is in ``StoreOptions``.
public struct SQLiteOptions: Sendable {
  /// What a commit waits for.
  public enum Durability: Sendable, Hashable {
    /// For the disk: an acknowledged write survives a power cut (`synchronous=FULL`).
    case full
    /// For the system: a write survives a crash of the program (`synchronous=NORMAL`).
    ///
    /// A power cut may lose the last commits but damages nothing.
    /// <https://www.sqlite.org/pragma.html#pragma_synchronous>
    case normal
  }

  /// What a commit waits for.
  public var durability: Durability
  /// The most connections that read at once.
  public var readers: Int
  /// The page cache of each connection, in KiB.
  public var cacheKiB: Int
  /// The attributes that the store indexes from now on, and no others; nil leaves the indexes unchanged.
  ///
  /// A store opened read-only uses the indexes that exist. Opening throws
  /// ``StorageError/Code/misuse`` for a name that cannot be indexed.
  public var attributeIndexes: [AttributeIndex]?

  /// Makes options; the defaults suit a program that tells a person that something is saved.
  public init(
    durability: Durability = .full,
    readers: Int = 4,
    cacheKiB: Int = 16_384,
    attributeIndexes: [AttributeIndex]? = nil
  ) {
    precondition(readers > 0, "a store needs a reader")
    self.durability = durability
    self.readers = readers
    self.cacheKiB = cacheKiB
    self.attributeIndexes = attributeIndexes
  }
}
