import Files

/// A store's JSON file and what this process last knew of it.
///
/// Every replacement is made under an exclusive `flock` on the file itself. Since it puts another
/// file at the path, a process that gets the lock checks that the path still leads to the file it
/// locked, and starts over if it does not. So no lock file is left beside the store, and a reader
/// needs no lock: it sees the old file or the new one.
///
/// The session acts as a lock: only its current user makes calls other than ``isCurrent()``.
final class JSONFile: Sendable {
  let path: String
  let access: StoreOptions.Access
  /// How long a write waits for another process's write.
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
    /// A later version wrote the file, so that the tables hold only what this version knows.
    var isOfLaterVersion = false
    /// The file's earlier version, if its data are to be rewritten; a copy of it is kept first.
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

  /// Whether the file is still the one from which the tables were filled.
  func isCurrent() throws(StorageError) -> Bool {
    let (identity, isClosed) = state.withLock { ($0.known?.identity, $0.isClosed) }
    // The session pool reports a closed store.
    if isClosed { return true }
    return try StorageError.catching(FilePath(path).status().identity) == identity
  }

  /// Releases the file.
  func close() {
    state.withLock {
      $0.isClosed = true
      $0.known = nil
    }
  }
}

// MARK: - Opening and reading

extension JSONFile {
  /// Creates a missing file if that is allowed, and fills the tables from the file.
  func open(into session: SQLiteSession) throws(StorageError) {
    let file = StoreFile(path)
    try file.check(mayCreate: access == .create)
    if access != .readOnly { try file.checkLinks() }
    if file.path.kind == .nothing {
      _ = try StorageError.catching(FileDescriptor(path, .create))
    }
    try session.connection.execute(Self.changeLog)
    try refresh(session)
    // After the tables are filled, which the triggers would slow down.
    try session.connection.execute(Self.changeTriggers)
  }

  private static let changeLog = """
    PRAGMA temp_store = MEMORY;
    CREATE TEMP TABLE changed_items (number INTEGER PRIMARY KEY);
    """

  /// The triggers note which items a transaction changes, whichever statement does it.
  private static let changeTriggers = """
    CREATE TEMP TRIGGER item_added AFTER INSERT ON main.items
      BEGIN INSERT OR IGNORE INTO changed_items VALUES (new.number); END;
    CREATE TEMP TRIGGER item_changed AFTER UPDATE ON main.items
      BEGIN INSERT OR IGNORE INTO changed_items VALUES (new.number); END;
    CREATE TEMP TRIGGER item_removed AFTER DELETE ON main.items
      BEGIN INSERT OR IGNORE INTO changed_items VALUES (old.number); END;
    """

  /// Updates the tables from the file, if it changed.
  ///
  /// Edits by hand are written back with their stamps, so that the ids and numbers that were drawn
  /// for new items stay. If that is not possible now, the next write does it.
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
    // A program that writes the file in place empties it first: an empty file is then not an edit.
    guard !bytes.isEmpty || document.rows.isEmpty else {
      throw StorageError(
        .malformedFile,
        "'\(path)' is empty now, but held items before; nothing was changed. "
          + "Put them back, or open the store again to begin without them."
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
      var loader = try JSONFileLoader(
        contents,
        path: path,
        modified: identity.modified,
        into: session
      )
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

// MARK: - State

extension JSONFile {
  /// The contents of the tables as text.
  var document: JSONDocument { state.withLock { $0.document } }

  /// Throws ``StorageError/Code/laterVersion`` if a later version wrote the file.
  ///
  /// A copy would lack what this version does not know, stamps and history included.
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

  /// The earlier version of the file, if more than the version number is to change.
  var rewrittenVersion: Int? { state.withLock { $0.rewrittenVersion } }

  /// Notes the common contents of the file and the tables.
  func note(_ document: JSONDocument, in file: Known, isBehind: Bool = false) {
    state.withLock {
      $0.document = document
      $0.known = $0.isClosed ? nil : file
      $0.isBehind = isBehind
      $0.rewrittenVersion = nil
    }
  }

  /// Notes that the file differs from the tables.
  func forgetFile() { state.withLock { $0.known = nil } }
}
