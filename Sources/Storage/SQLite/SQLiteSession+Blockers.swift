// What items wait for: the check of an edit, and the table of blockers.
//
// `item_blockers` has a row for each blocker of each item, live or deleted. It follows from the items, and is there
// so that a store in which few items wait is not searched for them.

extension SQLiteSession {
  /// Throws `.invalidItem` if the item would wait for itself, be it by way of others.
  func checkBlockers(of item: Item, since old: Set<ItemID> = []) throws(StorageError) {
    guard item.blockers != old else { return }
    try item.checkBlockers(since: old) { id throws(StorageError) in
      let statement = try connection.cached(
        "SELECT blocked_by FROM items WHERE id = ?1 AND blocked_by IS NOT NULL"
      )
      statement.bind(id, at: 1)
      return Set(try statement.only { $0.blob(0) }.flatMap { [ItemID](packed: $0) } ?? [])
    }
  }

  /// Brings the table of blockers in step with an item that came, went, or got other blockers.
  func noteBlockers(
    of number: Int,
    from old: Set<ItemID>,
    to new: Set<ItemID>
  ) throws(StorageError) {
    guard old != new else { return }
    for id in old.subtracting(new) {
      try run("DELETE FROM item_blockers WHERE blocker = ?1 AND number = ?2", id, number)
    }
    for id in new.subtracting(old) {
      try run("INSERT INTO item_blockers (blocker, number) VALUES (?1, ?2)", id, number)
    }
  }

  /// True if the table of blockers has a blocker of an item.
  func isListed(_ blocker: ItemID, of number: Int) throws(StorageError) -> Bool {
    let statement = try connection.cached(
      "SELECT 1 FROM item_blockers WHERE blocker = ?1 AND number = ?2"
    )
    statement.bind(blocker, at: 1)
    statement.bind(number, at: 2)
    return try statement.only { _ in true } ?? false
  }

  /// The cycles of open items that wait for each other; see ``BlockerCycle/all(_:)``.
  func blockerCycles() throws(StorageError) -> [BlockerCycle] {
    let statement = try connection.cached(
      """
      SELECT waiting.id, blocker.id FROM item_blockers
      CROSS JOIN items AS waiting ON waiting.number = item_blockers.number
      CROSS JOIN items AS blocker ON blocker.id = item_blockers.blocker
      WHERE waiting.is_deleted = 0 AND waiting.status = 0
      AND blocker.is_deleted = 0 AND blocker.status = 0
      """
    )
    var blockers: [ItemID: [ItemID]] = [:]
    for (waiting, blocker) in try statement.all({ ($0.itemID(0), $0.itemID(1)) }) {
      if let waiting, let blocker { blockers[waiting, default: []].append(blocker) }
    }
    return BlockerCycle.all(blockers)
  }

  private func run(_ sql: String, _ blocker: ItemID, _ number: Int) throws(StorageError) {
    let statement = try connection.cached(sql)
    statement.bind(blocker, at: 1)
    statement.bind(number, at: 2)
    try statement.run()
  }
}
