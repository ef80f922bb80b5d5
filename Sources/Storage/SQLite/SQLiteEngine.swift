import Dispatch

/// One store behind pools of sessions.
///
/// A lookup or a short page runs on the caller's thread, since a hop would cost more than the read.
/// So does a write whose commit waits for no disk, if the write lock is free. Scans and other
/// writes may wait: they run on a queue of their own, off Swift's cooperative threads, unless
/// ``StoreOptions/runsOnCallerThread`` is set.
final class SQLiteEngine: Sendable {
  /// Whether commits wait for no disk, so that writes can stay on the caller's thread.
  private let writesWithoutWaiting: Bool
  private let runsOnCallerThread: Bool
  let writers: SessionPool
  private let readers: SessionPool
  /// Tells observers of this store's commits.
  let broadcaster = ChangeBroadcaster()
  let presence = WriterPresence()

  /// Opens a store on disk.
  init(path: String, options: StoreOptions, environment: StoreEnvironment) throws(StorageError) {
    // A program that only reads or only writes needs one connection: the first pool to ask gets the
    // one that checked the file.
    let first = try SQLiteSession.open(
      path,
      as: .writer,
      options: options,
      environment: environment
    )
    let isExclusive = first.isExclusive
    let spare = Spare(.init(first.notifying(broadcaster, presence)))
    writesWithoutWaiting = options.sqlite.durability != .full
    runsOnCallerThread = options.runsOnCallerThread
    let location = Connection.Location.file(path)
    // Longer than one user of a session may wait for another process.
    let patience = options.busyTimeout * 6
    writers = SessionPool(capacity: 1, location: location, patience: patience) {
      [broadcaster, presence] () throws(StorageError) in
      if let slot = spare.take() { return slot }
      return .init(
        try SQLiteSession.open(path, as: .writer, options: options, environment: environment)
          .notifying(broadcaster, presence)
      )
    }
    guard !isExclusive else {
      readers = writers
      return
    }
    readers = SessionPool(capacity: options.sqlite.readers, location: location, patience: patience)
    { () throws(StorageError) in
      if let slot = spare.take() { return slot }
      return .init(
        try SQLiteSession.open(path, as: .reader, options: options, environment: environment)
      )
    }
  }

  /// Opens a store in memory, which the body fills; `location` names it in messages.
  ///
  /// One connection serves all: memory has no write-ahead log, and a second connection would have
  /// to wait for the first.
  init(
    inMemory environment: StoreEnvironment,
    location: Connection.Location = .memory,
    filledBy body: (SQLiteSession) throws(StorageError) -> Void
  ) throws(StorageError) {
    writesWithoutWaiting = true
    runsOnCallerThread = false
    let session = try SQLiteSession.openInMemory(environment: environment)
    try body(session)
    let spare = Spare(.init(session.notifying(broadcaster, presence)))
    writers = SessionPool(capacity: 1, location: location) { () throws(StorageError) in
      guard let slot = spare.take() else { preconditionFailure("one connection, taken once") }
      return slot
    }
    readers = writers
  }

  /// Runs a short read on the caller's thread.
  @concurrent
  func lookUp<Value: Sendable>(
    _ body: @Sendable (SQLiteSession) throws(StorageError) -> Value
  ) async throws(StorageError) -> Value {
    try await runInline(.lookUp, from: readers) { slot throws(StorageError) in try slot.use(body) }
  }

  /// Runs a usually short read on the caller's thread; if it exceeds the budget, runs it again on the queue.
  @concurrent
  func page<Value: Sendable>(
    _ body: @escaping @Sendable (SQLiteSession) throws(StorageError) -> Value
  ) async throws(StorageError) -> Value {
    if runsOnCallerThread { return try await scan(body) }
    let short = try await runInline(.page, from: readers) { slot throws(StorageError) in
      try slot.use { session throws(StorageError) in
        try session.connection.withinBudget { () throws(StorageError) in try body(session) }
      }
    }
    if let short { return short }
    return try await scan(body)
  }

  /// Runs work on the caller's thread, and lets other tasks run now and then.
  private func runInline<Value: Sendable>(
    _ work: SessionPool.Slot.Work,
    from pool: SessionPool,
    _ body: (SessionPool.Slot) throws(StorageError) -> Value
  ) async throws(StorageError) -> Value {
    let slot = try await pool.take()
    let result = Result { () throws(StorageError) in try body(slot) }
    pool.giveBack(slot)
    if slot.shouldYield(after: work) { await Task.yield() }
    return try result.get()
  }

  /// Runs a read that may be long.
  @concurrent
  func scan<Value: Sendable>(
    _ body: @escaping @Sendable (SQLiteSession) throws(StorageError) -> Value
  ) async throws(StorageError) -> Value {
    try await run(SessionOperation(), from: readers, body)
  }

  /// Runs a long read that checks for cancellation now and then.
  @concurrent
  func scan<Value: Sendable>(
    _ body: @escaping @Sendable (SQLiteSession, SessionOperation) throws(StorageError) -> Value
  ) async throws(StorageError) -> Value {
    let operation = SessionOperation()
    return try await run(operation, from: readers) { session throws(StorageError) in
      try body(session, operation)
    }
  }

  /// Runs a write transaction; an error of `beforeCommit` rolls it back.
  @concurrent
  func write<Value: Sendable>(
    beforeCommit: @escaping @Sendable (SQLiteSession) throws(StorageError) -> Void = { _ in },
    _ body: @escaping @Sendable (SQLiteTransaction) throws(StorageError) -> Value
  ) async throws(StorageError) -> Value {
    let operation = SessionOperation(interruptsStatements: false)
    let perform = {
      @Sendable (session: SQLiteSession, kind: Connection.TransactionKind)
        throws(StorageError) in
      try session.write(
        as: kind,
        beforeCommit: { session throws(StorageError) in
          try operation.check()
          try beforeCommit(session)
        },
        body
      )
    }
    if writesWithoutWaiting {
      let value = try await writeInline(operation, perform)
      if let value { return value }
    }
    return try await run(operation, from: writers) { session throws(StorageError) in
      try perform(session, .write)
    }
  }

  /// Writes on the caller's thread; nil if another process is writing, for which only the queue may wait.
  private func writeInline<Value: Sendable>(
    _ operation: SessionOperation,
    _ perform:
      @Sendable (SQLiteSession, Connection.TransactionKind) throws(StorageError) -> Value
  ) async throws(StorageError) -> Value? {
    let result: Result<Value?, StorageError> = await withTaskCancellationHandler {
      do throws(StorageError) {
        return .success(
          try await runInline(.write, from: writers) { slot throws(StorageError) in
            try slot.use(for: operation) { session throws(StorageError) in
              try session.checkWritable()
              guard try session.connection.takeWriteLock() else { return nil }
              return try perform(session, .begunWrite)
            }
          }
        )
      } catch {
        return .failure(error)
      }
    } onCancel: {
      operation.cancel()
    }
    return try result.get()
  }

  /// Runs the body with the writing session, which nobody else uses meanwhile.
  @concurrent
  func perform<Value: Sendable>(
    _ body: @escaping @Sendable (SQLiteSession, SessionOperation) throws(StorageError) -> Value
  ) async throws(StorageError) -> Value {
    let operation = SessionOperation(interruptsStatements: false)
    return try await run(operation, from: writers) { session throws(StorageError) in
      try body(session, operation)
    }
  }

  /// Ends every observation, and closes all connections when their work is done.
  func close() async {
    broadcaster.finish()
    // The last connection to close copies the log into the file, which a reader may not do.
    if readers !== writers { await readers.close() }
    await writers.close()
  }

  private func run<Value: Sendable>(
    _ operation: SessionOperation,
    from pool: SessionPool,
    _ body: @escaping @Sendable (SQLiteSession) throws(StorageError) -> Value
  ) async throws(StorageError) -> Value {
    let slot = try await pool.take()
    defer { pool.giveBack(slot) }
    return try await run(operation, on: slot, body)
  }

  private func run<Value: Sendable>(
    _ operation: SessionOperation,
    on slot: SessionPool.Slot,
    _ body: @escaping @Sendable (SQLiteSession) throws(StorageError) -> Value
  ) async throws(StorageError) -> Value {
    let work = {
      @Sendable in Result { () throws(StorageError) in try slot.use(for: operation, body) }
    }
    let result: Result<Value, StorageError> = await withTaskCancellationHandler {
      if runsOnCallerThread { return work() }
      return await withCheckedContinuation { continuation in
        slot.queue.async { continuation.resume(returning: work()) }
      }
    } onCancel: {
      operation.cancel()
    }
    return try result.get()
  }
}

/// A slot for the first caller of ``take()``.
private final class Spare: Sendable {
  private let slot: Locked<SessionPool.Slot?>

  init(_ slot: SessionPool.Slot) { self.slot = Locked(slot) }

  func take() -> SessionPool.Slot? {
    slot.withLock { slot in
      defer { slot = nil }
      return slot
    }
  }
}
