/// Items in a JSON file that people can read, compare and edit.
///
/// The file is the source of truth; a SQLite database in memory is its index and answers the
/// queries. Every write transaction replaces the file once, so a write takes time in proportion to
/// the size of the store: right for thousands of items. Several processes may use one file at once.
/// Edits by hand are seen at the next use and count as edits made here. JSONDocument.swift has the
/// form.
public final class JSONFileRepository: Sendable {
  let file: JSONFile
  let engine: SQLiteEngine

  /// Opens the store in a file; creates a missing file if the access allows it.
  ///
  /// Throws ``StorageError``: ``StorageError/Code/malformedFile`` with line and column for a file
  /// that does not follow its form, ``StorageError/Code/laterVersion``,
  /// ``StorageError/Code/notAStore`` for a database, ``StorageError/Code/cannotOpen`` for a folder or
  /// a missing one. The file is then left as it is.
  ///
  /// The history is in the file as well, so it takes 1 MiB at most, whatever the options allow.
  public init(
    at path: String,
    options: StoreOptions = StoreOptions(),
    environment: StoreEnvironment = .live
  ) throws(StorageError) {
    let file = JSONFile(path, options)
    self.file = file
    engine = try SQLiteEngine(inMemory: environment, location: .file(path)) {
      session throws(StorageError) in
      try file.open(into: session)
      session.history = HistoryOptions(
        steps: options.history.steps,
        bytes: min(options.history.bytes, 1 << 20)
      )
    }
  }

  /// Brings the tables up to date; costs one look at the file if nothing changed.
  private func refresh() async throws(StorageError) {
    guard try !file.isCurrent() else { return }
    let file = file
    // It writes the search index, so it must not be interrupted like a read.
    try await engine.perform { session, _ throws(StorageError) in try file.refresh(session) }
  }

  private func change<Value: Sendable>(
    _ body: @escaping @Sendable (SQLiteTransaction) throws(StorageError) -> Value
  ) async throws(StorageError) -> Value {
    let file = file
    return try await engine.perform { session, operation throws(StorageError) in
      try file.write(session, operation, body)
    }
  }
}

extension JSONFileRepository: ItemRepository {
  /// One lookup by the unique id in memory.
  public func item(_ id: ItemID) async throws(StorageError) -> Item? {
    try await refresh()
    return try await engine.lookUp { session throws(StorageError) in try session.item(id) }
  }

  /// One lookup by primary key in memory.
  public func item(number: Int) async throws(StorageError) -> Item? {
    try await refresh()
    return try await engine.lookUp { session throws(StorageError) in
      try session.item(number: number)
    }
  }

  /// One SELECT in memory.
  public func page(_ query: ItemQuery) async throws(StorageError) -> ItemPage {
    try await refresh()
    return try await engine.scan { session throws(StorageError) in try session.page(query) }
  }

  /// One SELECT in memory.
  public func count(_ filter: ItemFilter) async throws(StorageError) -> Int {
    try await refresh()
    return try await engine.scan { session throws(StorageError) in try session.count(filter) }
  }

  /// Some SELECTs in memory.
  public func summary(_ query: SummaryQuery) async throws(StorageError) -> ItemSummary {
    try await refresh()
    return try await engine.scan { session throws(StorageError) in try session.summary(query) }
  }

  /// One SELECT in memory.
  public func figures(_ query: FiguresQuery) async throws(StorageError) -> [ItemFigures] {
    try await refresh()
    return try await engine.scan { session throws(StorageError) in try session.figures(query) }
  }

  /// One replacement of the file, unless nothing changed.
  @discardableResult
  public func write<Value: Sendable>(
    _ body: @escaping @Sendable (any ItemTransaction) throws(StorageError) -> Value
  ) async throws(StorageError) -> Value {
    try await change { transaction throws(StorageError) in try body(transaction) }
  }

  /// A watch on the folder and a look at the file when it was closed or replaced.
  public func changes() -> ChangeNotices { engine.changes(of: file) }

  /// Waits for running work, then releases the file.
  public func close() async {
    await engine.close()
    file.close()
  }
}

extension JSONFileRepository: UndoableRepository {
  /// One SELECT in memory.
  public func history() async throws(StorageError) -> [HistoryStep] {
    try await refresh()
    return try await engine.scan { session throws(StorageError) in try session.steps() }
  }

  /// One lookup in memory.
  public func changes(of step: HistoryStep.ID) async throws(StorageError) -> [HistoryStep.Change] {
    try await refresh()
    return try await engine.scan { session throws(StorageError) in try session.changes(of: step) }
  }

  /// One replacement of the file.
  @discardableResult
  public func undo(_ count: Int) async throws(StorageError) -> [HistoryOutcome] {
    try await change { transaction throws(StorageError) in
      try transaction.walkHistory(.undo, count)
    }
  }

  /// One replacement of the file.
  @discardableResult
  public func redo(_ count: Int) async throws(StorageError) -> [HistoryOutcome] {
    try await change { transaction throws(StorageError) in
      try transaction.walkHistory(.redo, count)
    }
  }
}

extension JSONFileRepository: ReplicaStore {
  /// One transaction in memory.
  public func readReplica<Value: Sendable>(
    _ body: @escaping @Sendable (any ReplicaTransaction) throws(StorageError) -> Value
  ) async throws(StorageError) -> Value {
    try await refresh()
    return try await engine.scan { session throws(StorageError) in
      try session.read { transaction throws(StorageError) in try body(transaction) }
    }
  }

  /// One replacement of the file, unless nothing changed.
  public func writeReplica<Value: Sendable>(
    _ body: @escaping @Sendable (any ReplicaTransaction) throws(StorageError) -> Value
  ) async throws(StorageError) -> Value {
    try await change { transaction throws(StorageError) in try body(transaction) }
  }
}
