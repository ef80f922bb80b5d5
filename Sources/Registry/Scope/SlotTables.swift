internal import Synchronization

/// Slots for values that live shorter than those of the containers: a resolution's, or an override's.
final class SlotTables: Sendable {
  private static let last = Atomic<UInt64>(0)

  /// Tells these from all others, also from those that are gone.
  let number = last.add(1, ordering: .relaxed).newValue
  private let tables = Locked<[UInt64: SlotTable]>([:])

  /// What stands in for these slots of a container or of a singleton scope.
  func table(for slots: SlotTable) -> SlotTable {
    tables.withLock { tables in
      if let table = tables[slots.number] { return table }
      let table = SlotTable()
      tables[slots.number] = table
      return table
    }
  }

  /// Forgets one declaration's values, of every owner.
  func clear(_ declaration: Declaration) {
    for table in tables.withLock({ Array($0.values) }) { table.clear(declaration) }
  }
}
