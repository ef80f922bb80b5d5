import Storage

/// What an import did, in numbers of items.
struct ImportCounts: Sendable, Equatable {
  var added = 0
  var updated = 0
  var unchanged = 0
  /// Items that are otherwise here than in a file without ids, and stay so.
  var leftAlone = 0
  /// The first items as they were understood.
  private(set) var first: [Item] = []
  /// The first items that became others, as many as hooks are told of, and one more.
  private(set) var changed: [ItemID] = []
  /// What was taken in otherwise than the file meant it.
  var warnings = ImportMessages()
  /// The records that were left out.
  var leftOut = ImportRejections()

  /// Whether no record was an item.
  var isEmpty: Bool { added + updated + unchanged == 0 }

  /// How many items are kept as an example of all.
  private static let exampleCount = 3

  /// Keeps an item, if it is one of the first.
  mutating func note(_ item: Item, isChanged: Bool = true) {
    if first.count < ImportCounts.exampleCount { first.append(item) }
    if isChanged, changed.count <= ChangedItems.maxItems { changed.append(item.id) }
  }
}

/// Records of a file that cannot be items.
struct ImportRejections: Error, Hashable {
  /// What is wrong with each of them.
  var messages = ImportMessages()
  /// How many records there were, good and bad.
  var recordCount = 0

  var count: Int { messages.count }

  /// The columns or keys whose values fit no field.
  private(set) var misfits: Set<String> = []

  mutating func add(_ error: StorageError) {
    messages.add(error.message)
    if let cause = error.cause as? MisfitValues { misfits.formUnion(cause.columns) }
  }

  /// The error wrapped for the body of a write, which can only throw errors of the store.
  var wrappedAsStorageError: StorageError {
    StorageError(.malformedFile, messages.messages.first ?? "", cause: self)
  }
}
