/// Slots for values that live shorter than those of the containers: a resolution's, or an override's.
final class SlotTables: Sendable {
  private let tables = Locked<[ObjectIdentifier: SlotTable]>([:])

  /// What stands in for the slots of this container or singleton scope.
  ///
  /// The owner lives at least as long as somebody may ask for its slots.
  func table(for owner: AnyObject) -> SlotTable {
    tables.withLock { tables in
      if let table = tables[ObjectIdentifier(owner)] { return table }
      let table = SlotTable()
      tables[ObjectIdentifier(owner)] = table
      return table
    }
  }

  /// Forgets one declaration's values, of every owner.
  func clear(_ declaration: Declaration) {
    for table in tables.withLock({ Array($0.values) }) { table.clear(declaration) }
  }
}
