/// Figures of a store; figures that a backend does not know are nil.
public struct StoreStats: Sendable, Equatable {
  /// The number of live items by status; without the statuses that no item has.
  public var items: [Status: Int]
  /// The number of deleted items that can still be restored.
  public var deleted: Int?
  /// The number of items with changes that the hub lacks; all items if the store never synced.
  public var unsynced: Int?
  /// The version of the schema, or of the file format.
  public var schemaVersion: Int?
  /// The size of the store's file, without the log beside it.
  public var fileBytes: Int64?
  /// The size of the write-ahead log, which a checkpoint copies into the file; 0 without one.
  public var logBytes: Int64?
  /// The size of the search index, within the file.
  public var searchIndexBytes: Int64?
  /// How many steps can be undone or redone.
  public var historySteps: Int?
  /// The size of those steps, within the file.
  public var historyBytes: Int64?
  /// The pages of the database.
  public var pages: Pages?

  /// The pages of a database.
  public struct Pages: Sendable, Equatable {
    /// The size of one page, in bytes.
    public var bytes: Int
    /// The number of pages, unused ones included.
    public var count: Int
    /// The number of unused pages, which later writes use.
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
