// Transactions: all or nothing.

extension Connection {
  /// How a transaction begins.
  package enum TransactionKind: Sendable {
    /// A snapshot for reading.
    case read
    /// The write lock is taken at once, so that the busy timeout holds and no upgrade can fail.
    case write
    /// The same, where ``takeWriteLock()`` has begun it.
    case begunWrite
  }

  /// What is being done when a transaction comes to its end.
  static let committing = "Committing to"

  /// Begins a write if nobody else writes; false, without a wait, if somebody does.
  func takeWriteLock() throws(StorageError) -> Bool {
    rollBack()
    waitWhenBusy(0)
    defer { waitWhenBusy(busyTimeout) }
    do throws(StorageError) {
      try cached("BEGIN IMMEDIATE").run(doing: "Beginning to write to")
      return true
    } catch {
      guard error.code == .busy else { throw error }
      return false
    }
  }

  /// Runs the body in a transaction: commits at its end, rolls back when it throws.
  package func transaction<Value>(
    _ kind: TransactionKind,
    _ body: () throws(StorageError) -> Value
  ) throws(StorageError) -> Value {
    // A rollback that failed, as for want of memory, is tried again before anything new begins.
    if kind != .begunWrite { rollBack() }
    switch kind {
    case .begunWrite: break
    case .read: try cached("BEGIN DEFERRED").run(doing: "Beginning to read")
    case .write: try cached("BEGIN IMMEDIATE").run(doing: "Beginning to write to")
    }
    do throws(StorageError) {
      let value = try body()
      try cached("COMMIT").run(doing: Connection.committing)
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
