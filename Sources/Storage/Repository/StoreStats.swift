/// Figures of a store; those that a backend does not know are nil.
public struct StoreStats: Sendable, Equatable {
  /// The number of live items by status; a status that no item has is left out.
  public var items: [Status: Int]
  /// The number of deleted items that can still be restored.
  public var deleted: Int?
  /// The number of items of which a hub lacks something; all of them where nothing was ever synced.
  public var unsynced: Int?
  /// The version of the schema, or of the form of the file.
  public var schemaVersion: Int?
  /// The size of the store's file, without the log beside it.
  public var fileBytes: Int64?
  /// The size of the write-ahead log, which a checkpoint brings into the file; 0 without one.
  public var logBytes: Int64?
  /// The size of the index that searches go by, within the file.
  public var searchIndexBytes: Int64?
  /// How many steps can be undone or redone.
  public var historySteps: Int?
  /// The size of what those steps keep, within the file.
  public var historyBytes: Int64?
  /// The pages of the database.
  public var pages: Pages?

  /// The pages of a database.
  public struct Pages: Sendable, Equatable {
    /// The size of one, in bytes.
    public var bytes: Int
    /// How many there are, unused ones included.
    public var count: Int
    /// How many are unused, and will be used for what comes next.
    public var unused: Int

    /// Makes figures.
    public init(bytes: Int, count: Int, unused: Int) {
      self.bytes = bytes
      self.count = count
      self.unused = unused
    }
  }

  /// Makes figures.
  public init(items: [Status: Int]) { self.items = items }

  /// The number of live items.
  public var itemCount: Int { items.values.reduce(0, +) }
}
