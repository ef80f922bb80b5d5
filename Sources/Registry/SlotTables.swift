/// Slots of several containers, for values that live shorter than these: a resolution's, or an override's.
final class SlotTables: Sendable {
  private let tables = Locked<[ObjectIdentifier: SlotTable]>([:])

  /// The table for the values of this container's factories.
  func table(for manager: ContainerManager) -> SlotTable {
    tables.withLock { tables in
      if let table = tables[ObjectIdentifier(manager)] { return table }
      let table = SlotTable()
      tables[ObjectIdentifier(manager)] = table
      return table
    }
  }
}
