import Files

/// Writes a store's contents to a new file, and reads the file back to compare them.
struct StoreConversion {
  let session: SQLiteSession
  /// The file whose permissions the new one gets.
  let model: FileStatus?

  /// Writes the new store, which gets its name once its contents are verified.
  func run(to target: StoreLocation) throws(StorageError) {
    switch target {
    case .sqlite(let path):
      // The pages are those of one moment; a document of a file, read later, might differ from them.
      let isInMemory = session.connection.location == .memory
      let document = isInMemory ? try JSONDocument(of: session) : nil
      try session.connection.copy(
        to: NewFile(path),
        like: model,
        check: { unfinished throws(StorageError) in
          try verify(document, in: .sqlite(path: unfinished))
        }
      )
    case .json(let path):
      try checkIsKnown()
      let document = try JSONDocument(of: session)
      try NewFile(path).write(document, like: model) { unfinished throws(StorageError) in
        try verify(document, in: .json(path: unfinished))
      }
    case .memory:
      throw StorageError(
        .misuse,
        "A store in memory cannot be a target: it is gone at once. Give the path of a file."
      )
    }
  }

  /// A document has only what this version knows; a copy of a database has all of its pages.
  private func checkIsKnown() throws(StorageError) {
    guard try Migrator.forStores.isFromLaterVersion(session.connection) else { return }
    throw StorageError(
      .laterVersion,
      "\(session.connection.location) was written by a later version, and a JSON file that this "
        + "program makes would lose what it does not know. Update this program."
    )
  }

  private func verify(_ document: JSONDocument?, in target: StoreLocation) throws(StorageError) {
    let path = target.path ?? ""
    let copy: SQLiteSession
    if case .json = target {
      copy = try SQLiteSession.openInMemory(environment: .live)
      try JSONFile(path, StoreOptions(access: .readOnly)).open(into: copy)
    } else {
      // Nobody else knows the file yet.
      let connection = try Connection(.file(path), access: .unchanging)
      try AttributeFunction.register(on: connection)
      copy = SQLiteSession(connection, environment: .live)
      let findings = try copy.findings()
      guard findings.isEmpty else { throw failed(path, findings[0].message) }
    }
    guard let document else { return }
    guard try JSONDocument(of: copy) == document else {
      throw failed(path, "It does not hold the same.")
    }
  }

  private func failed(_ path: String, _ reason: String) -> StorageError {
    StorageError(
      .inputOutput,
      "The new store at '\(path)' was read back and is not right, so it was removed: \(reason)"
    )
  }
}

extension SQLiteRepository {
  /// Opens a new store in memory with the contents of a JSON file, as they were when it was last used.
  package static func inMemory(
    copying other: JSONFileRepository,
    environment: StoreEnvironment
  ) async throws(StorageError) -> SQLiteRepository {
    try await SQLiteRepository(copying: other.engine, environment: environment)
  }

  /// Writes everything that this store holds to a new one, as ``StoreLocation/convert(to:)`` does.
  package func convert(to target: StoreLocation) async throws(StorageError) {
    try await engine.scan { session throws(StorageError) in
      try StoreConversion(session: session, model: nil).run(to: target)
    }
  }
}

extension StoreLocation {
  /// Writes everything that this store holds to a new one, in the form of the new location.
  ///
  /// Items keep ids, numbers and stamps; deleted items, the state of sync, conflicts and the steps
  /// that can be undone are included. The new store is read back and compared before this returns.
  /// The old one is only read. Throws ``StorageError/Code/fileExists`` if there is a file already.
  @concurrent
  public func convert(to target: StoreLocation) async throws(StorageError) {
    let options = StoreOptions(access: .readOnly)
    switch self {
    case .sqlite(let path):
      let store = try SQLiteRepository(at: path, options: options)
      try await store.engine.scan { session throws(StorageError) in
        try StoreConversion(session: session, model: model(path)).run(to: target)
      }
      await store.close()
    case .json(let path):
      let store = try JSONFileRepository(at: path, options: options)
      try await store.engine.perform { session, _ throws(StorageError) in
        try store.file.refresh(session)
        try store.file.checkIsWhole()
        try StoreConversion(session: session, model: model(path)).run(to: target)
      }
      await store.close()
    case .memory:
      throw StorageError(.misuse, "A store in memory holds nothing yet. Give the path of a file.")
    }
  }

  private func model(_ path: String) throws(StorageError) -> FileStatus {
    try StorageError.catching(FilePath(path).status())
  }
}
