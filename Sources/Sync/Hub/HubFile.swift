import Files
package import Storage

/// A hub file, to be checked and mended; sync goes through ``Hub``.
package struct HubFile: Sendable {
  let path: String

  /// Names a hub file, which must be there when it is checked.
  package init(_ path: String) { self.path = path }

  /// What is not as it should be; changes nothing.
  ///
  /// - Throws: ``HubError`` with code `missing`, `notAHub`, `laterVersion`, `cannotOpen` or `busy`.
  package func check() throws(HubError) -> [StoreFinding] {
    try open(.readOnly) { connection throws(StorageError) in
      let pages = try connection.pageFindings()
      // With damaged pages, other findings mean nothing.
      guard pages.isEmpty else { return pages }
      if try !HubSchema.migrator.needsMigration(connection) { return try Self.findings(connection) }
      // An earlier version's file stays as it is: its copy is brought up to date.
      let copy = try Connection(.temporary)
      try connection.copy(to: copy)
      try HubSchema.migrator.migrate(copy)
      return try Self.findings(copy)
    }
  }

  /// What a repair did.
  package struct Repair: Sendable {
    /// The hub file as it was before.
    package let copy: String
    /// What could not be mended.
    package let left: [StoreFinding]
  }

  /// Mends what a check finds, after a copy was kept beside the file.
  ///
  /// Rows that cannot be read go, and stand in the copy alone. A space that lost rows, or its own row, has a new epoch:
  /// each device then offers it every item again, as after a restored backup. Rows that were never sent get the next
  /// sequence numbers. Damaged pages are not mended.
  ///
  /// - Throws: ``HubError`` as ``check()`` does, `full` or `inputOutput`; then the hub is as it was.
  package func repair() throws(HubError) -> Repair {
    try open(.readWrite) { connection throws(StorageError) in
      let copy = try connection.copy(toFreePath: path + ".before-fix")
      let pages = try connection.pageFindings()
      guard pages.isEmpty else { return Repair(copy: copy, left: pages) }
      try HubSchema.migrator.migrate(connection)
      try connection.transaction(.write) { () throws(StorageError) in
        for space in try Self.spaces(connection) {
          try HubSpaceCheck(connection: connection, id: space).repair()
        }
      }
      return Repair(copy: copy, left: try Self.findings(connection))
    }
  }

  private func open<Value>(
    _ access: Connection.Access,
    _ body: (Connection) throws(StorageError) -> Value
  ) throws(HubError) -> Value {
    let file = StoreFile(path)
    let nothing = HubError(
      .missing,
      "The hub file '\(path)' is not there, or holds nothing. Give the path that devices sync with."
    )
    guard file.path.exists else { throw nothing }
    do throws(StorageError) {
      try file.check(mayCreate: false)
      try file.checkLinks()
      if access == .readOnly { try rollBackIfUnfinished(file) }
      let connection = try Connection(.file(path), access: access, busyTimeout: .seconds(10))
      guard try HubSchema.migrator.version(of: connection) != nil else {
        throw StorageError(.aborted, nothing.message, cause: nothing)
      }
      return try body(connection)
    } catch {
      throw HubError(error, opening: path)
    }
  }

  /// Takes back what a process that was killed while it made the hub left unfinished, as the next sync would.
  private func rollBackIfUnfinished(_ file: StoreFile) throws(StorageError) {
    do throws(StorageError) {
      _ = try Connection(.file(path), access: .readOnly).integer("PRAGMA user_version")
    } catch {
      guard error.isHotJournal else { throw error }
      try file.rollBack()
    }
  }

  private static func findings(_ connection: Connection) throws(StorageError) -> [StoreFinding] {
    try connection.transaction(.read) { () throws(StorageError) in
      var findings: [StoreFinding] = []
      for space in try spaces(connection) {
        findings += try HubSpaceCheck(connection: connection, id: space).findings()
      }
      return Array(findings.prefix(StoreFinding.maxCount))
    }
  }

  /// Every space that a table names.
  private static func spaces(_ connection: Connection) throws(StorageError) -> [String] {
    let statement = try connection.prepare(
      "SELECT space_id FROM spaces UNION SELECT space_id FROM items ORDER BY space_id"
    )
    var spaces: [String] = []
    while try statement.step() { spaces.append(statement.text(0)) }
    return spaces
  }
}
