import Files

extension SQLiteSession {
  /// What a session is for.
  enum Role: Sendable {
    /// For writing; sets up the file first.
    case writer
    /// For reading a file that the writer has set up.
    case reader
  }

  /// Opens the file of a store.
  static func open(
    _ path: String,
    as role: Role,
    options: StoreOptions,
    environment: StoreEnvironment
  ) throws(StorageError) -> SQLiteSession {
    let mayWrite = role == .writer && options.access != .readOnly
    let mayCreate = mayWrite && options.access == .create
    let file = StoreFile(path)
    try file.check(mayCreate: mayCreate)
    try file.checkLogIsReadable()
    let isUnchanging =
      file.path.kind == .file
      && (options.access == .readOnly ? file.isAtRest : file.isOnReadOnlyMedia)
    let access: Connection.Access =
      isUnchanging ? .unchanging : mayCreate ? .create : mayWrite ? .readWrite : .readOnly
    // A file that nobody writes to may have several names.
    if !isUnchanging { try file.checkLinks() }
    do throws(StorageError) {
      return try open(path, access, as: role, options: options, environment: environment)
    } catch {
      guard access == .readOnly, role == .writer else { throw error }
      if error.isHotJournal {
        try file.rollBack()
        return try open(path, access, as: role, options: options, environment: environment)
      }
      // Reading beside others needs a shared-memory file, for which a full disk has no room.
      guard error.code == .full else { throw error }
      return try open(path, .exclusive, as: role, options: options, environment: environment)
    }
  }

  private static func open(
    _ path: String,
    _ access: Connection.Access,
    as role: Role,
    options: StoreOptions,
    environment: StoreEnvironment
  ) throws(StorageError) -> SQLiteSession {
    let connection = try Connection(
      .file(path),
      access: access,
      busyTimeout: options.busyTimeout
    )
    try AttributeFunction.register(on: connection)
    try DayOrderFunction.register(on: connection)
    if role == .writer { try setUp(connection, options: options) }
    try configure(connection, options: options)
    let session = SQLiteSession(connection, environment: environment)
    session.history = options.history
    return session
  }

  /// Opens a new store in memory.
  static func openInMemory(environment: StoreEnvironment) throws(StorageError) -> SQLiteSession {
    let connection = try Connection(.memory)
    try EmptyStore.copy(to: connection)
    try AttributeFunction.register(on: connection)
    try DayOrderFunction.register(on: connection)
    return SQLiteSession(connection, environment: environment)
  }

  /// Brings the file to this program's version; writes nothing to a file that is not a store.
  private static func setUp(_ connection: Connection, options: StoreOptions) throws(StorageError) {
    let migrator = Migrator.forStores
    if options.access == .readOnly, try migrator.isFromLaterVersion(connection) {
      return try checkIsReadable(connection, migrator)
    }
    if try migrator.needsMigration(connection) {
      guard options.access != .readOnly, !connection.isReadOnly else {
        throw StorageError(
          .readOnly,
          "\(connection.location) has an older schema and may only be read. "
            + "Open it once with permission to write."
        )
      }
      try useWriteAheadLog(connection, options)
      try migrator.keepCopy(of: connection)
      try migrator.migrate(connection)
    } else if options.access != .readOnly, !connection.isReadOnly {
      try useWriteAheadLog(connection, options)
    }
    try migrator.checkHistory(connection)
    if let indexes = options.sqlite.attributeIndexes, options.access != .readOnly,
      !connection.isReadOnly
    {
      try AttributeIndexes.declare(indexes, on: connection)
    }
  }

  /// Throws `.laterVersion` if a later version's store lacks what this one reads.
  private static func checkIsReadable(
    _ connection: Connection,
    _ migrator: Migrator
  ) throws(StorageError) {
    try migrator.checkHistory(connection)
    do throws(StorageError) {
      _ = try connection.prepare("SELECT \(ItemRow.allColumns), items.is_deleted FROM items")
    } catch {
      guard error.isSchemaError else { throw error }
      let version = Int(try connection.integer("PRAGMA user_version", doing: "Opening") ?? 0)
      throw migrator.laterVersion(connection, version, "cannot read its items")
    }
  }

  /// Brings rows of an earlier version to the form of this one, without changing a register.
  ///
  /// They have fields that it did not know, lists in another normal form, and an attribute that was taken apart.
  fileprivate func adoptRows() throws(StorageError) {
    try adoptUnknownFields()
    // ASCII is in each normal form.
    let statement = try connection.prepare(
      "SELECT \(ItemRow.allColumns) FROM items WHERE instr(attributes, ?1) > 0"
        + " OR length(CAST(list AS BLOB)) > length(list)"
    )
    statement.bind("\"\(FormerAttribute.key)\"", at: 1)
    var changed: [(former: ItemRow, present: ItemRow)] = []
    while try statement.step() {
      let row = try statement.itemRow(isAsStored: true)
      if let present = row.inPresentForm { changed.append((row, present)) }
    }
    for (former, present) in changed { try replace(former, with: present) }
  }

  /// Moves fields that an earlier version did not know into the columns of this version.
  private func adoptUnknownFields() throws(StorageError) {
    let statement = try connection.prepare(
      "SELECT \(ItemRow.allColumns) FROM items WHERE unknown IS NOT NULL"
    )
    let rows = try statement.all { row throws(StorageError) in try row.itemRow(isAsStored: true) }
    for row in rows {
      var adopted = row
      adopted.adoptUnknown()
      if adopted.item != row.item { try replace(row, with: adopted) }
    }
  }

  /// Readers and the writer then never wait for each other. <https://www.sqlite.org/wal.html>
  private static func useWriteAheadLog(
    _ connection: Connection,
    _ options: StoreOptions
  ) throws(StorageError) {
    guard try connection.useWriteAheadLog(timeout: options.busyTimeout) else {
      throw StorageError(
        .cannotOpen,
        "The file system of \(connection.location) does not allow a write-ahead log. "
          + "Keep the store on a local disk."
      )
    }
  }

  /// On macOS, `fsync` leaves the data in the drive's own cache unless `fullfsync` is set.
  /// <https://www.sqlite.org/pragma.html#pragma_fullfsync>
  private static func configure(
    _ connection: Connection,
    options: StoreOptions
  ) throws(StorageError) {
    let isFull = options.sqlite.durability == .full
    try connection.execute(
      """
      PRAGMA synchronous = \(isFull ? "FULL" : "NORMAL");
      PRAGMA fullfsync = \(isFull ? 1 : 0);
      PRAGMA cache_size = -\(options.sqlite.cacheKiB);
      PRAGMA temp_store = MEMORY;
      PRAGMA journal_size_limit = 16777216;
      """,
      doing: "Opening"
    )
  }
}

extension Migrator {
  /// Runs the migrations of a store, and brings the rows of an earlier version to the form of this one.
  static let forStores = Migrator(finish: { connection throws(StorageError) in
    try AttributeFunction.register(on: connection)
    try DayOrderFunction.register(on: connection)
    try SQLiteSession(connection, environment: .live).adoptRows()
  })
}
