import Files

/// Restores the database at a path from a backup.
struct SQLiteRestore {
  let path: String
  let backup: String

  /// Returns the path that the old file was kept under.
  func run() throws(StorageError) -> String? {
    let restored = try stage()
    if FilePath(path).kind == .nothing {
      let model = try StorageError.catching(FilePath(backup).status())
      try restored.copy(to: NewFile(path), like: model)
      return nil
    }
    try StoreFile(path).checkLinks()
    let kept = try NewFile.free(path + StoreFile.replacedEnding)
    do throws(StorageError) {
      try replaceContents(keeping: kept, restored)
    } catch {
      // A damaged store cannot be copied, and nobody could continue to use it.
      guard error.code == .damaged || FilePath(path).isEmptyFile else { throw error }
      try? FilePath(kept).remove()
      try replaceFile(keeping: kept, restored)
    }
    return kept
  }

  /// The backup, checked and brought to this program's schema, in a file that nobody else sees.
  private func stage() throws(StorageError) -> Connection {
    let file = StoreFile(backup)
    try file.check(mayCreate: false)
    let source = try Connection(.file(backup), access: file.isAtRest ? .unchanging : .readOnly)
    try AttributeFunction.register(on: source)
    try Self.checkIsStore(source)
    if let finding = try source.pageFindings().first {
      throw StorageError(
        .damaged,
        "The backup '\(backup)' is damaged: \(finding.message) Nothing was changed."
      )
    }
    // SQLite's name for a temporary file. https://www.sqlite.org/inmemorydb.html#temp_db
    let stage = try Connection(.file(""))
    try AttributeFunction.register(on: stage)
    try source.copy(to: stage)
    try Migrator.forStores.migrate(stage)
    return stage
  }

  private static func checkIsStore(_ connection: Connection) throws(StorageError) {
    let isBehind = try Migrator().needsMigration(connection)
    if isBehind, try connection.integer("PRAGMA user_version") ?? 0 == 0 {
      throw StorageError(
        .notAStore,
        "\(connection.location) is an empty database. Give the path of a backup."
      )
    }
    try Migrator().checkHistory(connection)
  }

  /// One transaction in the store's own file: programs that have it open see the restored items.
  private func replaceContents(
    keeping kept: String,
    _ restored: Connection
  ) throws(StorageError) {
    let live = try Connection(.file(path), access: .readWrite)
    try Self.checkIsStore(live)
    try live.copy(to: NewFile(kept))
    if let counters = try SQLiteSession(live, environment: .live).storedCounters() {
      try SQLiteSession(restored, environment: .live).raiseCounters(to: counters)
    }
    do throws(StorageError) {
      try restored.copy(to: live, pagesAtOnce: Int(Int32.max))
    } catch {
      try? FilePath(kept).remove()
      throw error
    }
  }

  /// Puts another file in the damaged one's place, which is kept aside with its log.
  ///
  /// A file is at the path at any moment: a killed process leaves the old one or the new one there,
  /// and never a free path where a new and empty store would be created.
  private func replaceFile(
    keeping kept: String,
    _ restored: Connection
  ) throws(StorageError) {
    let (store, aside) = (FilePath(path), FilePath(kept))
    let model = try StorageError.catching(store.status())
    guard try StorageError.catching(store.link(to: aside)) else {
      throw StorageError(.fileExists, "There is a file at '\(kept)' already. Try again.")
    }
    for companion in [DatabaseCompanion.log, .logIndex]
    where store.companion(companion).kind != .nothing {
      try StorageError.catching(store.companion(companion).rename(to: aside.companion(companion)))
    }
    try restored.copy(to: NewFile(path, collision: .replaced), like: model)
  }
}

extension SQLiteSession {
  /// Neither numbers nor times go back: other devices know of what was given out since the backup.
  fileprivate func raiseCounters(to other: Counters) throws(StorageError) {
    try loadCounters()
    var numbers = numbers
    numbers.reserve(all: other.numbers)
    setCounters(
      Counters(
        clock: max(counters.clock, other.clock),
        exchanged: max(counters.exchanged, other.exchanged),
        numbers: numbers
      )
    )
    try saveCounters()
  }
}
