/// The transaction that ``ItemRepository/write(_:)`` passes to its body.
final class SQLiteTransaction {
  let session: SQLiteSession
  /// Records the changes for undo; nil if they are not to be undone.
  var recorder: HistoryRecorder?
  /// Purged items, which the history must forget too.
  private(set) var purged: Set<ItemID> = []
  /// The row that sync last read.
  var lastLook: Look?
  private var isEnded = false

  init(_ session: SQLiteSession) {
    self.session = session
    if session.history.steps > 0 { recorder = HistoryRecorder(limit: session.history.bytes) }
  }

  /// Makes each later use throw: a transaction must not leave its body.
  func end() { isEnded = true }

  func checkIsOpen() throws(StorageError) {
    guard isEnded else { return }
    throw StorageError(
      .misuse,
      "The transaction has ended. Use it only within the body that received it."
    )
  }

  var now: Timestamp { session.environment.now() }
}

extension SQLiteTransaction: ItemTransaction {
  func item(_ id: ItemID) throws(StorageError) -> Item? {
    try checkIsOpen()
    return try session.item(id)
  }

  func item(number: Int) throws(StorageError) -> Item? {
    try checkIsOpen()
    return try session.item(number: number)
  }

  func page(_ query: ItemQuery) throws(StorageError) -> ItemPage {
    try checkIsOpen()
    return try session.page(query)
  }

  func count(_ filter: ItemFilter) throws(StorageError) -> Int {
    try checkIsOpen()
    return try session.count(filter)
  }

  func add(_ draft: ItemDraft) throws(StorageError) -> Item {
    try checkIsOpen()
    let now = now
    let id = draft.id ?? ItemID(now: now, environment: session.environment)
    var item = Item(draft, id: id, number: 0, now: now)
    item.normalise(now: now)
    try item.validate()
    try session.checkParent(of: item)
    try session.checkBlockers(of: item)
    let numbers = session.numbers
    item.number = try session.takeNumber(for: item)
    do throws(StorageError) {
      // The unique index detects an id that is taken; checking first would cost a second search.
      let row = ItemRow(item: item, marks: Marks(base: session.stamp(), of: item))
      try session.insert(row, withNewID: draft.id == nil)
    } catch  where error.isUniqueViolation {
      session.setNumbers(numbers)
      throw StorageError(.alreadyExists, "An item \(id) is there already, live or deleted.")
    }
    recorder?.note(.added, id)
    return item
  }

  func update(_ item: Item) throws(StorageError) -> Item {
    try checkIsOpen()
    let old = try liveRow(item.id)
    let now = now
    var new = item
    new.normalise(since: old.item, now: now)
    new = new.keepingUnknown(of: old.item)
    new.number = old.item.number
    try new.validate()
    if new.parent != old.item.parent { try session.checkMove(of: new) }
    try session.checkBlockers(of: new, since: old.item.blockers)
    return try replace(old, with: new, now: now)
  }

  func delete(_ id: ItemID) throws(StorageError) {
    try checkIsOpen()
    try delete(liveRow(id))
  }

  func restore(_ id: ItemID) throws(StorageError) -> Item {
    try checkIsOpen()
    guard let old = try session.row(id) else { throw .notFound(id) }
    if !old.marks.isAlive { try revive(old) }
    return old.item
  }

  func purge(_ id: ItemID) throws(StorageError) {
    try checkIsOpen()
    guard let row = try session.row(id), !row.marks.isAlive else {
      throw StorageError(.notFound, "There is no deleted item \(id).")
    }
    // The hub must know of the deletion, if there is one: otherwise it would bring the item back.
    let isSettled = row.marks.dirty == 0 && row.marks.sequence > 0
    guard try isSettled ? true : syncState() == nil else {
      throw StorageError(
        .unsynced,
        "The hub does not know yet that item \(row.item.number) was deleted. Sync, then purge it."
      )
    }
    try session.remove(row)
    purged.insert(id)
  }

  private func liveRow(_ id: ItemID) throws(StorageError) -> ItemRow {
    guard let row = try session.row(id), row.marks.isAlive else { throw .notFound(id) }
    return row
  }
}

extension SQLiteTransaction: UndoableTransaction {
  var canBeUndone: Bool { recorder.map { !$0.isTooLarge } ?? false }
}

// MARK: - Stamped edits of rows

extension SQLiteTransaction {
  /// Gives a live row an item's values; the same values change nothing.
  @discardableResult
  func replace(_ old: ItemRow, with item: Item, now: Timestamp) throws(StorageError) -> Item {
    var fields = old.item.changedFields(to: item)
    guard !fields.isEmpty else { return old.item }
    var new = old
    new.item = item
    let given = fields
    if !fields.contains(.fixed(.updated)) {
      new.item.updatedAt = now.roundedToMilliseconds
      fields.append(.fixed(.updated))
    }
    new.marks.edit(
      Item.stamped(fields, from: old.item, to: item),
      from: old.item,
      stamp: session.stamp()
    )
    try session.replace(old, with: new)
    try recorder?.noteEdit(from: old.item, to: item, given)
    return new.item
  }

  /// Deletes a live row.
  func delete(_ old: ItemRow) throws(StorageError) {
    var new = old
    new.marks.delete(stamp: session.stamp())
    try session.replace(old, with: new)
    recorder?.note(.deleted, old.item.id)
  }

  /// Brings a deleted row back.
  func revive(_ old: ItemRow) throws(StorageError) {
    var new = old
    // A stamp above the deletion revives an item, here and on every other device; the stamped field
    // keeps its value.
    new.marks.edit([.fixed(.updated)], from: old.item, stamp: session.stamp())
    try session.replace(old, with: new)
    recorder?.note(.restored, old.item.id)
  }
}

extension ItemID {
  /// A new id from the environment's clock and randomness.
  init(now: Timestamp, environment: StoreEnvironment) {
    var generator = EnvironmentGenerator(random: environment.random)
    self.init(milliseconds: now.millisecondsSince1970, random: &generator)
  }
}

/// The environment's randomness as a generator of the standard library.
package struct EnvironmentGenerator: RandomNumberGenerator {
  private let random: @Sendable () -> UInt64

  package init(random: @escaping @Sendable () -> UInt64) { self.random = random }

  package func next() -> UInt64 { random() }
}
