package import Sync

/// A hub's store that can be taken back to an earlier state, as from a backup.
package protocol RestorableHubStore: HubStore {
  /// Copies everything; what is returned goes back to the copy, each time that it is called.
  func makeRestorePoint() throws -> @Sendable () throws -> Void
}

extension MemoryHubStore: RestorableHubStore {
  package func makeRestorePoint() -> @Sendable () throws -> Void {
    let copy = backup()
    return { self.restore(copy) }
  }
}

extension SQLiteHubStore: RestorableHubStore {
  package func makeRestorePoint() throws -> @Sendable () throws -> Void {
    let copy = try SQLiteHubStore.inMemory()
    try self.copy(to: copy)
    return { try copy.copy(to: self) }
  }
}
