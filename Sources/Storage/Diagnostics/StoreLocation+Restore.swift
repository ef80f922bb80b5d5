extension StoreLocation {
  /// Restores the store from a backup, and keeps the old store beside it.
  ///
  /// Returns the path of the kept store, which is the store's own path followed by `.replaced`, or
  /// nil if there was none. The backup is checked first and not changed. Programs that have the
  /// store open see the restored items as one commit. Numbers are not given out again, and stamps
  /// continue from the later of both clocks.
  ///
  /// Throws, with nothing changed, ``StorageError/Code/notAStore`` and
  /// ``StorageError/Code/laterVersion`` for a backup of that kind and for such a file in the store's
  /// place, ``StorageError/Code/damaged`` or ``StorageError/Code/malformedFile`` for a damaged backup,
  /// and ``StorageError/Code/misuse`` for a store in memory.
  @concurrent @discardableResult
  public func restore(from backup: String) async throws(StorageError) -> String? {
    switch self {
    case .sqlite(let path): try SQLiteRestore(path: path, backup: backup).run()
    case .json(let path): try JSONFileRestore(path: path, backup: backup).run()
    case .memory:
      throw StorageError(.misuse, "A store in memory cannot be restored. Give the path of a file.")
    }
  }
}
