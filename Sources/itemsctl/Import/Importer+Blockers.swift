// Items of an import that wait for others, which may come behind them.

import Storage

/// The blockers of an item as its record names them, of which a later record may mean an item that is here.
struct LaterBlockers {
  /// The id that the record gives.
  let own: ItemID
  let blockers: Set<ItemID>
  let place: RecordPlace
  /// True if the item was counted as new or changed.
  let isCounted: Bool
}

extension Importer.Work {
  /// Stores a record, and notes it if later records may be found to mean its blockers.
  mutating func holdingLaterBlockers(
    of record: ItemJSON.Record,
    _ place: RecordPlace,
    _ store: (inout Self) throws(StorageError) -> Void
  ) throws(StorageError) {
    guard let own = record.draft.id, try mayComeLater(record.draft.blockers) else {
      return try store(&self)
    }
    let unchanged = counts.unchanged
    try store(&self)
    laterBlockers.append(
      LaterBlockers(
        own: own,
        blockers: record.draft.blockers,
        place: place,
        isCounted: counts.unchanged == unchanged
      )
    )
  }

  /// True if records that are matched by a field may still be found to mean one of these blockers.
  func mayComeLater(_ blockers: Set<ItemID>) throws(StorageError) -> Bool {
    guard index != nil else { return false }
    for blocker in blockers where meant[blocker] == nil {
      if try transaction.item(blocker) == nil { return true }
    }
    return false
  }

  /// Lets items wait for those that the blockers of their records were found to mean.
  mutating func keepLaterBlockers() throws(StorageError) {
    for later in laterBlockers {
      guard let before = try transaction.item(meant[later.own] ?? later.own) else { continue }
      let blockers = Set(later.blockers.map { meant[$0] ?? $0 })
      guard blockers != before.blockers else { continue }
      do throws(StorageError) {
        let after = try updateOutsideCycles(before, blockers, later.place)
        guard !later.isCounted, after != before else { continue }
        counts.unchanged -= 1
        counts.note(before, becomes: after)
      } catch {
        guard error.code == .invalidItem else { throw error }
        reject(.importing(later.place, error.message))
      }
    }
  }

  /// Updates the blockers of an item, without those with which it would wait for itself.
  private mutating func updateOutsideCycles(
    _ item: Item,
    _ blockers: Set<ItemID>,
    _ place: RecordPlace
  ) throws(StorageError) -> Item {
    var item = item
    item.blockers = blockers
    while true {
      do throws(StorageError) {
        return try transaction.update(item)
      } catch {
        item.blockers.remove(try leaveOutBlocker(error, of: item.blockers, place))
      }
    }
  }

  /// Stores a record, without those of its blockers with which it would wait for itself.
  mutating func storeOutsideCycles(
    _ given: ItemJSON.Record,
    _ place: RecordPlace
  ) throws(StorageError) {
    var record = given
    while true {
      do throws(StorageError) {
        return try store(record, place)
      } catch {
        let blocker = try leaveOutBlocker(error, of: record.draft.blockers, place)
        record.draft.blockers.remove(blocker)
      }
    }
  }

  /// The blocker that closes a cycle, which is reported; throws any other error, and each in a strict import.
  private mutating func leaveOutBlocker(
    _ error: StorageError,
    of blockers: Set<ItemID>,
    _ place: RecordPlace
  ) throws(StorageError) -> ItemID {
    // Its own id stands first, and alone where the item names itself.
    guard !isStrict, let cycle = error.cause as? BlockerCycle,
      let closing = cycle.items.dropFirst().first ?? cycle.items.first,
      let blocker = blockers.first(where: { (meant[$0] ?? $0) == closing })
    else { throw error }
    let message = StorageError.importing(place, error.message).message
    counts.warnings.add("\(message) It is imported without that blocker.")
    return blocker
  }
}
