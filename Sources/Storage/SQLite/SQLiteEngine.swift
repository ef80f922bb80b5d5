import Dispatch

/// One store behind pools of sessions.
///
/// A lookup or a short page runs where its caller does, since a hop would cost more than the read; so does a write whose
/// commit waits for no disk and whose lock is free. Scans and other writes may wait, and run on a queue of their own, off
/// Swift's cooperative threads, unless ``StoreOptions/runsOnCallerThread`` says otherwise.
final class SQLiteEngine: Sendable {
  /// Whether a commit waits for no disk, so that a write need not leave its caller's thread.
  private let writesWithoutWaiting: Bool
  private let runsOnCallerThread: Bool
  let writers: SessionPool
  private let readers: SessionPool
  /// Tells observers of this store's commits.
  let broadcaster = ChangeBroadcaster()
  let presence = WriterPresence()

  /// Opens a store on disk.
  init(
    path: String,
    options: StoreOptions,
    environment: StoreEnvironment
  ) throws(StorageError) {
    // One connection is enough for a program that only reads or only writes: the first to ask gets
    // the one that the file was checked with.
    let first = try SQLiteSession.open(
      path,
      as: .writer,
      options: options,
      environment: environment
    )
    let isAlone = first.isAlone
    let spare = Spare(.init(first.telling(broadcaster, presence)))
    writesWithoutWaiting = options.sqlite.durability != .full
    runsOnCallerThread = options.runsOnCallerThread
    let location = Connection.Location.file(path)
    // Longer than any one of them may itself wait for another process.
    let patience = options.busyTimeout * 6
    writers = SessionPool(capacity: 1, location: location, patience: patience) {
      [broadcaster, presence] () throws(StorageError) in
      if let slot = spare.take() { return slot }
      return .init(
        try SQLiteSession.open(path, as: .writer, options: options, environment: environment)
          .telling(broadcaster, presence)
      )
    }
    guard !isAlone else {
      readers = writers
      return
    }
    readers = SessionPool(capacity: options.sqlite.readers, location: location, patience: patience)
    {
      () throws(StorageError) in
      if let slot = spare.take() { return slot }
      return .init(
        try SQLiteSession.open(path, as: .reader, options: options, environment: environment)
      )
    }
  }

  /// Opens a store in memory, which the body fills; `location` is what messages call it.
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
    let spare = Spare(.init(session.telling(broadcaster, presence)))
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

  /// Runs a read that is short as a rule on the caller's thread, and begins it anew on the queue where it is not.
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
    try await run(SessionOperation(), from: readers) { session throws(StorageError) in
      try body(session)
    }
  }

  /// Runs a long read that asks now and then whether it was cancelled.
  @concurrent
  func scan<Value: Sendable>(
    _ body: @escaping @Sendable (SQLiteSession, SessionOperation) throws(StorageError) -> Value
  ) async throws(StorageError) -> Value {
    let operation = SessionOperation()
    return try await run(operation, from: readers) { session throws(StorageError) in
      try body(session, operation)
    }
  }

  /// Runs a write transaction; what `beforeCommit` throws undoes it.
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
      let value = try await writeAtOnce(operation, perform)
      if let value { return value }
    }
    return try await run(operation, from: writers) { session throws(StorageError) in
      try perform(session, .write)
    }
  }

  /// Writes on the caller's thread; nil where another process writes just now, which only a queue may wait for.
  private func writeAtOnce<Value: Sendable>(
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

  /// Runs the body with the writing session, which nobody else has meanwhile.
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
    // The last to close brings the log into the file, which a connection for reading may not.
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

/// A slot that goes to the first who asks.
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
