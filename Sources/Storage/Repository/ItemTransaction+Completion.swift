#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// What completing an item did.
public struct Completion: Sendable, Equatable {
  /// The item as it is now: done, or open again with its next date.
  public let item: Item

  /// The done copy of the occurrence, if the item moved on; its parent is the item.
  public let record: Item?

  /// A completion with its result; for authors of backends and tests.
  public init(item: Item, record: Item?) {
    self.item = item
    self.record = record
  }
}

extension ItemTransaction {
  /// Marks an item done; one that repeats moves on to its next date instead, and a done copy stays as the record.
  ///
  /// The next date is the first of ``Item/repeat`` behind the one that is open, ``Item/occurrence``, and not before
  /// today: what was missed is passed over. ``Item/due`` and ``Item/start`` move with it. After the last date the item
  /// itself is done. The record has an id of its own that follows from the item and the date: devices that complete
  /// the same occurrence apart make one record, and move the item on once.
  ///
  /// Items that wait for one that moves on wait for its record instead: they waited for the date that is done now, and
  /// not for the next one.
  ///
  /// An item that is done already stays as it is.
  ///
  /// - Parameters:
  ///   - id: The item.
  ///   - date: When it was done; now unless it is given.
  ///   - zone: Where it was done: that day counts for rules on whole days. Rules with a time have a zone of their own.
  /// - Returns: The item, and the record if it moved on.
  /// - Throws: ``StorageError/Code/notFound`` for an item that does not exist or is deleted.
  @discardableResult
  public func complete(
    _ id: ItemID,
    at date: Date = Date(),
    in zone: LocalZone = .current
  ) throws(StorageError) -> Completion {
    let old = try liveItem(id)
    var item = old
    guard let open = item.complete(at: date, in: zone) else {
      return Completion(item: try update(item), record: nil)
    }
    let record = try keepRecord(of: old, on: open, at: date)
    try release(from: id, to: record.id)
    return Completion(item: try update(item), record: record)
  }

  /// Passes over the open date of an item that repeats: it moves on as ``complete(_:at:in:)`` says, and no record stays.
  ///
  /// After the last date the item is cancelled. An item that is not open, or does not repeat, stays as it is.
  ///
  /// - Throws: ``StorageError/Code/notFound`` for an item that does not exist or is deleted.
  @discardableResult
  public func skip(
    _ id: ItemID,
    at date: Date = Date(),
    in zone: LocalZone = .current
  ) throws(StorageError) -> Item {
    var item = try liveItem(id)
    item.skip(at: date, in: zone)
    return try update(item)
  }

  /// Adds the done copy of an occurrence, or brings it back as it is to be.
  private func keepRecord(
    of item: Item,
    on open: NominalDate,
    at date: Date
  ) throws(StorageError) -> Item {
    var draft = item.record(of: open, at: date)
    if item.repeat?.origin == .done {
      // An item that is done early may be due on the same day again: a new completion, with its own record.
      var round: UInt64 = 0
      while try self.item(draft.values.id) != nil {
        round += 1
        draft.id = ItemID(of: open, of: item.id, round: round)
      }
    }
    let id = draft.values.id
    // Another device completed the same occurrence, and this one went back to it.
    if let live = try self.item(id) { return live }
    do throws(StorageError) {
      return try add(draft)
    } catch  where error.code == .alreadyExists {
      // It was undone, or deleted.
      let deleted = try restore(id)
      var values = draft.values
      values.createdAt = deleted.createdAt
      values.updatedAt = deleted.updatedAt
      return try update(values)
    }
  }

  /// Lets the open items that wait for an item wait for its record instead.
  private func release(from id: ItemID, to record: ItemID) throws(StorageError) {
    for item in try page(ItemQuery(.and([.blockedBy(id), .status([.open])]))).items {
      var item = item
      item.blockers.remove(id)
      item.blockers.insert(record)
      try update(item)
    }
  }

  private func liveItem(_ id: ItemID) throws(StorageError) -> Item {
    guard let item = try item(id) else { throw .notFound(id) }
    return item
  }
}

extension Item {
  /// Moves an item that repeats on, or marks it done; the date that was done where it moved on.
  package mutating func complete(at date: Date, in zone: LocalZone) -> NominalDate? {
    guard status != .done else { return nil }
    if status == .open, let open = openOccurrence, moveOn(at: date, in: zone) { return open }
    status = .done
    completedAt = date
    return nil
  }

  /// Moves an item that repeats on, or cancels it after its last date; leaves any other alone.
  package mutating func skip(at date: Date, in zone: LocalZone) {
    guard status == .open, openOccurrence != nil, !moveOn(at: date, in: zone) else { return }
    status = .cancelled
    completedAt = date
  }

  /// The done copy that stays of an occurrence.
  fileprivate func record(of open: NominalDate, at date: Date) -> ItemDraft {
    var record = self
    record.repeat = nil
    record.occurrence = open
    record.parent = id
    record.blockers = []
    record.status = .done
    record.completedAt = date
    // Two texts that are to be decided on are the item's, not the record's.
    record.unknown = JSONObject(
      unreadable.filter { KeptText.parts(of: .unknown($0.key)) == nil }.map { ($0.key, $0.value) }
    )
    var draft = ItemDraft(record)
    draft.id = ItemID(of: open, of: id)
    (draft.createdAt, draft.updatedAt) = (nil, nil)
    return draft
  }
}

extension ItemRepository {
  /// Marks an item done; one that repeats moves on, see ``ItemTransaction/complete(_:at:in:)``.
  @discardableResult
  public func complete(
    _ id: ItemID,
    at date: Date = Date(),
    in zone: LocalZone = .current
  ) async throws(StorageError) -> Completion {
    try await write { transaction throws(StorageError) in
      try transaction.complete(id, at: date, in: zone)
    }
  }

  /// Passes over the open date of an item that repeats, see ``ItemTransaction/skip(_:at:in:)``.
  @discardableResult
  public func skip(
    _ id: ItemID,
    at date: Date = Date(),
    in zone: LocalZone = .current
  ) async throws(StorageError) -> Item {
    try await write { transaction throws(StorageError) in
      try transaction.skip(id, at: date, in: zone)
    }
  }
}
