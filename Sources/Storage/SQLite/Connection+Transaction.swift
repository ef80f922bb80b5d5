// Transactions: all or nothing.

extension Connection {
  /// How a transaction begins.
  package enum TransactionKind: Sendable {
    /// A snapshot for reading.
    case read
    /// The write lock is taken at once, so that the busy timeout holds and no upgrade can fail.
    case write
  }

  /// Runs the body in a transaction: commits at its end, rolls back when it throws.
  package func transaction<Value>(
    _ kind: TransactionKind,
    _ body: () throws(StorageError) -> Value
  ) throws(StorageError) -> Value {
    // A rollback that failed, as for want of memory, is tried again before anything new begins.
    rollBack()
    switch kind {
    case .read: try cached("BEGIN DEFERRED").run(doing: "Beginning to read")
    case .write: try cached("BEGIN IMMEDIATE").run(doing: "Beginning to write to")
    }
    do throws(StorageError) {
      let value = try body()
      try cached("COMMIT").run(doing: "Committing to")
      return value
    } catch {
      rollBack()
      throw error
    }
  }

  /// Rolls back what is open; SQLite may have done so itself after an input or output error.
  private func rollBack() {
    guard isInTransaction else { return }
    // The error that led here says more than a failed rollback would, which is tried again later.
    try? cached("ROLLBACK").run(doing: "Rolling back")
  }
}
