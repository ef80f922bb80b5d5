extension Connection {
  /// How a transaction begins.
  package enum TransactionKind: Sendable {
    /// A snapshot for reading.
    case read
    /// Takes the write lock at the start, so that the busy timeout applies and no upgrade can fail.
    case write
    /// A write that ``takeWriteLock()`` has begun.
    case begunWrite
  }

  /// What an error at the end of a transaction says was being done.
  static let committing = "Committing to"

  /// Begins a write if nobody else writes; otherwise returns false without waiting.
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
    // A rollback that failed, for example for lack of memory, is tried again first.
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

  /// Rolls back the open transaction; SQLite may have done so itself after an I/O error.
  private func rollBack() {
    guard isInTransaction else { return }
    // The error that led here says more than this one, and the next transaction tries again.
    try? cached("ROLLBACK").run(doing: "Rolling back")
  }
}
