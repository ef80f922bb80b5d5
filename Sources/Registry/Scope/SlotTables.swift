internal import Synchronization

/// Slot tables for values that live shorter than the containers': as long as a resolution or an override.
final class SlotTables: Sendable {
  private static let last = Atomic<UInt64>(0)

  /// Identifies these tables, also after their end.
  let number = last.add(1, ordering: .relaxed).newValue
  private let tables = Locked<[UInt64: SlotTable]>([:])

  /// The table in place of this one of a container or of a singleton scope.
  func table(for slots: SlotTable) -> SlotTable {
    tables.withLock { tables in
      if let table = tables[slots.number] { return table }
      let table = SlotTable()
      tables[slots.number] = table
      return table
    }
  }

  /// Removes one declaration's values from every table.
  func clear(_ declaration: Declaration) {
    for table in tables.withLock({ Array($0.values) }) { table.clear(declaration) }
  }
}
