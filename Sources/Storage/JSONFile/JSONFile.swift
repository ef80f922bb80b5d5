import Files

/// A store's JSON file and what this process last knew of it.
///
/// Every replacement is made under an exclusive `flock` on the file itself. Since it puts another
/// file in the path's place, whoever gets the lock checks that the path still leads to the file it
/// locked, and starts over where it does not. So no lock file is left beside the store, and a reader
/// needs no lock: it sees the old file or the new one.
///
/// The session is a lock of its own: all calls but ``isCurrent()`` come from who has it.
final class JSONFile: Sendable {
  let path: String
  let access: StoreOptions.Access
  /// How long a write waits for another process's.
  let busyTimeout: Duration

  private let upgrades: [JSONDocument.Upgrade]
  private let state = Locked(State())

  /// The file that the document was read from or written to.
  ///
  /// Kept open, so that the system cannot give its inode number to another file, which might then
  /// look the same.
  struct Known: Sendable {
    let file: FileDescriptor
    let identity: FileStatus.Identity
  }

  private struct State {
    var document = JSONDocument()
    var known: Known?
    /// The tables hold stamps that the file lacks, or the file is empty.
    var isBehind = false
    /// A later version wrote the file, so that the tables hold only what is known here.
    var isOfLaterVersion = false
    /// The version of the file, of which a copy is kept before it is rewritten in this one's form.
    var rewrittenVersion: Int?
    var isClosed = false
  }

  init(
    _ path: String,
    _ options: StoreOptions,
    upgrades: [JSONDocument.Upgrade] = JSONDocument.upgrades
  ) {
    self.path = path
    self.upgrades = upgrades
    access = options.access
    busyTimeout = options.busyTimeout
  }

  /// Whether the file is still the one that the tables were filled from.
  func isCurrent() throws(StorageError) -> Bool {
    let (identity, isClosed) = state.withLock { ($0.known?.identity, $0.isClosed) }
    // A closed store is reported by the session pool.
    if isClosed { return true }
    return try StorageError.catching(FilePath(path).status().identity) == identity
  }

  /// Lets go of the file.
  func close() {
    state.withLock {
      $0.isClosed = true
      $0.known = nil
    }
  }
}

// MARK: - Opening and reading

extension JSONFile {
  /// Makes the file where there is none and that is allowed, and fills the tables from it.
  func open(into session: SQLiteSession) throws(StorageError) {
    let file = StoreFile(path)
    try file.check(mayCreate: access == .create)
    if access != .readOnly { try file.checkLinks() }
    if file.path.kind == .nothing {
      _ = try StorageError.catching(FileDescriptor(path, .create))
    }
    try session.connection.execute(Self.changeLog)
    try refresh(session)
    // Later than the first filling, which they would slow down.
    try session.connection.execute(Self.changeTriggers)
  }

  private static let changeLog = """
    PRAGMA temp_store = MEMORY;
    CREATE TEMP TABLE changed_items (number INTEGER PRIMARY KEY);
    """

  /// Note which items a transaction changes, whichever statement does it.
  private static let changeTriggers = """
    CREATE TEMP TRIGGER item_added AFTER INSERT ON main.items
      BEGIN INSERT OR IGNORE INTO changed_items VALUES (new.number); END;
    CREATE TEMP TRIGGER item_changed AFTER UPDATE ON main.items
      BEGIN INSERT OR IGNORE INTO changed_items VALUES (new.number); END;
    CREATE TEMP TRIGGER item_removed AFTER DELETE ON main.items
      BEGIN INSERT OR IGNORE INTO changed_items VALUES (old.number); END;
    """

  /// Brings the tables to what the file says, if it changed.
  ///
  /// Edits by hand are written back with their stamps, so that the ids and numbers that were drawn
  /// for new items stay. Where that is impossible just now, the next write does it.
  func refresh(_ session: SQLiteSession) throws(StorageError) {
    guard try !isCurrent() else { return }
    try load(StorageError.catching(FileDescriptor(path, .read)), into: session)
    guard access != .readOnly, isBehind else { return }
    try? catchUp(session)
  }

  private func catchUp(_ session: SQLiteSession) throws(StorageError) {
    try withLock(waiting: .zero) { target throws(StorageError) in
      if try !isCurrent() { try load(target.descriptor, into: session) }
      guard isBehind else { return }
      let document = document
      note(document, in: try replace(target, with: document))
    }
  }

  func load(
    _ file: FileDescriptor,
    into session: SQLiteSession
  ) throws(StorageError) {
    let identity = try StorageError.catching(file.status().identity)
    let bytes = try StorageError.catching(file.readAll())
    // Who writes it in place empties it first; what is read in that moment is no edit.
    guard !bytes.isEmpty || document.rows.isEmpty else {
      throw StorageError(
        .malformedFile,
        "'\(path)' is empty, and held items a moment ago; nothing was changed. "
          + "Put them back, or open the store anew to begin without them."
      )
    }
    let contents = try JSONFileContents(
      bytes,
      path: path,
      isReadOnly: access == .readOnly,
      upgrades: upgrades
    )
    let old = document
    let outcome = try session.connection.transaction(.write) { () throws(StorageError) in
      try session.loadCounters()
      var loader = try JSONFileLoader(contents, path: path, into: session)
      let outcome = try loader.load(over: old)
      try session.connection.execute("DELETE FROM temp.changed_items")
      return outcome
    }
    note(
      outcome.document,
      in: Known(file: file, identity: identity),
      isBehind: outcome.isEdited || bytes.isEmpty
    )
    state.withLock {
      $0.isOfLaterVersion = contents.isOfLaterVersion
      $0.rewrittenVersion = contents.rewrittenVersion
    }
    session.changes.broadcaster?.send(.everything)
  }
}

// MARK: - What is known

extension JSONFile {
  /// What the tables hold, as text.
  var document: JSONDocument { state.withLock { $0.document } }

  /// Throws ``StorageError/Code/laterVersion`` where a later version wrote the file: a copy would lack
  /// what is not known here, its stamps and its history among it.
  func checkIsWhole() throws(StorageError) {
    guard state.withLock({ $0.isOfLaterVersion }) else { return }
    throw StorageError(
      .laterVersion,
      "'\(path)' was written by a later version, and a copy that this program makes would lose what it "
        + "does not know. Update this program, or copy the file itself."
    )
  }

  /// Whether the tables hold stamps that the file lacks.
  var isBehind: Bool { state.withLock { $0.isBehind } }

  /// The earlier version of the file, where more than its number is to change.
  var rewrittenVersion: Int? { state.withLock { $0.rewrittenVersion } }

  /// Notes what both the file and the tables now hold.
  func note(_ document: JSONDocument, in file: Known, isBehind: Bool = false) {
    state.withLock {
      $0.document = document
      $0.known = $0.isClosed ? nil : file
      $0.isBehind = isBehind
      $0.rewrittenVersion = nil
    }
  }

  /// Notes that the file holds something else than the tables.
  func forgetFile() { state.withLock { $0.known = nil } }
}
