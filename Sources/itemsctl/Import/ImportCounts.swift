import Storage

/// What an import did, in numbers of items.
struct ImportCounts: Sendable, Equatable {
  var added = 0
  var updated = 0
  var unchanged = 0
  /// Items that are otherwise here than in a file without ids, and stay so.
  var leftAlone = 0
  /// The first items that are new or became others, as they were understood.
  private(set) var first: [Example] = []
  /// The first items that became others, as many as hooks are told of, and one more.
  private(set) var changed: [ItemID] = []
  /// What was taken in otherwise than the file meant it.
  var warnings = ImportMessages()
  /// The records that were left out.
  var leftOut = ImportRejections()

  /// An item that is new, or that became another one.
  enum Example: Sendable, Equatable {
    case added(Item)
    case updated(before: Item, after: Item)

    /// The item as it is now.
    var item: Item {
      switch self {
      case .added(let item), .updated(_, let item): item
      }
    }
  }

  /// Whether no record was an item.
  var isEmpty: Bool { added + updated + unchanged == 0 }

  /// How many items are kept as an example of all.
  private static let exampleCount = 5

  /// Counts an item that was added, and keeps it, if it is one of the first.
  mutating func noteAdded(_ item: Item) {
    added += 1
    note(.added(item), item.id)
  }

  /// Counts an item that a record was for, and keeps it, if it is one of the first that became others.
  mutating func note(_ before: Item, becomes after: Item) {
    guard before != after else { return unchanged += 1 }
    updated += 1
    note(.updated(before: before, after: after), after.id)
  }

  /// Counts an item that came back, be it the same as before.
  mutating func noteRestored(_ after: Item, from before: Item) {
    updated += 1
    note(.updated(before: before, after: after), after.id)
  }

  private mutating func note(_ example: Example, _ id: ItemID) {
    if first.count < ImportCounts.exampleCount { first.append(example) }
    if changed.count <= ChangedItems.maxItems { changed.append(id) }
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
