/// Items in a SQLite database.
///
/// On disk: a write-ahead log, one writer and several readers, each write an immediate transaction.
/// In memory: the same code on one connection. Several processes may use one file at once.
///
/// SQLite copies the log into the file every thousand pages, and restarts it once nobody reads from
/// it; it is then cut to 16 MiB. No read of this library lasts longer than a page, a backup, a
/// check or a ``ReplicaStore/readReplica(_:)``. A long read transaction in any process lets the log
/// grow by what is written meanwhile: ``StoreStats/logBytes`` is its size.
/// <https://www.sqlite.org/wal.html#avoiding_excessively_large_wal_files>
public final class SQLiteRepository: Sendable {
  let engine: SQLiteEngine

  /// Opens the store in a file; creates a missing file if the options allow it.
  ///
  /// Throws ``StorageError`` with a sentence on what to do: for a missing folder, a folder or
  /// another program's file at the path, a damaged file, or one from a later version.
  public init(
    at path: String,
    options: StoreOptions = StoreOptions(),
    environment: StoreEnvironment = .live
  ) throws(StorageError) {
    engine = try SQLiteEngine(path: path, options: options, environment: environment)
  }

  private init(engine: SQLiteEngine) { self.engine = engine }

  /// Opens a new store in memory, which is gone with its last user.
  public static func inMemory(
    _ fixture: Fixture = .empty,
    environment: StoreEnvironment = .live,
    history: HistoryOptions = .standard
  ) throws(StorageError) -> SQLiteRepository {
    SQLiteRepository(
      engine: try SQLiteEngine(inMemory: environment) { session throws(StorageError) in
        try session.add(fixture)
        // After the fixture, so that the history begins there.
        session.history = history
      }
    )
  }
}

extension SQLiteRepository {
  /// Opens a new store in memory with the contents of another one, history and sync state included,
  /// as if the other's file had been copied.
  package static func inMemory(
    copying other: SQLiteRepository,
    environment: StoreEnvironment
  ) async throws(StorageError) -> SQLiteRepository {
    try await SQLiteRepository(copying: other.engine, environment: environment)
  }

  /// Opens a new store in memory with the contents of another one's database.
  convenience init(
    copying other: SQLiteEngine,
    environment: StoreEnvironment
  ) async throws(StorageError) {
    self.init(
      engine: try await other.scan { session throws(StorageError) in
        try SQLiteEngine(inMemory: environment) { copy throws(StorageError) in
          try session.connection.copy(to: copy.connection)
        }
      }
    )
  }
}

extension SQLiteRepository: ItemRepository {
  /// One lookup by the unique id.
  public func item(_ id: ItemID) async throws(StorageError) -> Item? {
    try await engine.lookUp { session throws(StorageError) in try session.item(id) }
  }

  /// One lookup by primary key.
  public func item(number: Int) async throws(StorageError) -> Item? {
    try await engine.lookUp { session throws(StorageError) in try session.item(number: number) }
  }

  /// One SELECT, by an index if one gives the order.
  public func page(_ query: ItemQuery) async throws(StorageError) -> ItemPage {
    try await read(query.filter) { session throws(StorageError) in try session.page(query) }
  }

  /// One SELECT.
  public func count(_ filter: ItemFilter) async throws(StorageError) -> Int {
    try await read(filter) { session throws(StorageError) in try session.count(filter) }
  }

  /// Some SELECTs in one snapshot; reads times row by row, in constant memory.
  public func summary(_ query: SummaryQuery) async throws(StorageError) -> ItemSummary {
    try await engine.scan { session throws(StorageError) in
      try session.connection.checkPlace()
      return try session.summary(query)
    }
  }

  /// One SELECT, of whose rows the attributes are read.
  public func figures(_ query: FiguresQuery) async throws(StorageError) -> [ItemFigures] {
    try await engine.scan { session throws(StorageError) in
      try session.connection.checkPlace()
      return try session.figures(query)
    }
  }

  /// Runs a search on the queue: it is one long instruction of SQLite's, which no budget can stop.
  private func read<Value: Sendable>(
    _ filter: ItemFilter,
    _ body: @escaping @Sendable (SQLiteSession) throws(StorageError) -> Value
  ) async throws(StorageError) -> Value {
    let read = { @Sendable (session: SQLiteSession) throws(StorageError) in
      try session.connection.checkPlace()
      return try body(session)
    }
    if filter.hasText { return try await engine.scan(read) }
    return try await engine.page(read)
  }

  /// One immediate transaction on the only writing connection.
  @discardableResult
  public func write<Value: Sendable>(
    _ body: @escaping @Sendable (any ItemTransaction) throws(StorageError) -> Value
  ) async throws(StorageError) -> Value {
    try await engine.write { transaction throws(StorageError) in try body(transaction) }
  }

  /// On disk, a watch on the folder and a look at the store when its files are touched.
  public func changes() -> ChangeNotices { engine.changes() }

  /// Waits for running work, then closes every connection.
  public func close() async { await engine.close() }
}

extension SQLiteRepository: UndoableRepository {
  /// One SELECT.
  public func history() async throws(StorageError) -> [HistoryStep] {
    try await engine.scan { session throws(StorageError) in try session.steps() }
  }

  /// One lookup by primary key.
  public func changes(of step: HistoryStep.ID) async throws(StorageError) -> [HistoryStep.Change] {
    try await engine.scan { session throws(StorageError) in try session.changes(of: step) }
  }

  /// One immediate transaction on the only writing connection.
  @discardableResult
  public func undo(_ count: Int) async throws(StorageError) -> [HistoryOutcome] {
    try await engine.write { transaction throws(StorageError) in
      try transaction.walkHistory(.undo, count)
    }
  }

  /// One immediate transaction on the only writing connection.
  @discardableResult
  public func redo(_ count: Int) async throws(StorageError) -> [HistoryOutcome] {
    try await engine.write { transaction throws(StorageError) in
      try transaction.walkHistory(.redo, count)
    }
  }
}

extension SQLiteRepository: ReplicaStore {
  /// One deferred transaction on a reading connection.
  public func readReplica<Value: Sendable>(
    _ body: @escaping @Sendable (any ReplicaTransaction) throws(StorageError) -> Value
  ) async throws(StorageError) -> Value {
    try await engine.scan { session throws(StorageError) in
      try session.read { transaction throws(StorageError) in try body(transaction) }
    }
  }

  /// One immediate transaction on the only writing connection.
  public func writeReplica<Value: Sendable>(
    _ body: @escaping @Sendable (any ReplicaTransaction) throws(StorageError) -> Value
  ) async throws(StorageError) -> Value {
    try await engine.write { transaction throws(StorageError) in try body(transaction) }
  }
}
