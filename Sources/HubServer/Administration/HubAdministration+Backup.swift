import Storage
package import Sync

extension HubAdministration {
  /// Copies the whole store to a new file, while others read and write: spaces, tokens, audit, as of one moment.
  ///
  /// - Throws: `alreadyExists` if there is a file of that name, `full` or `inputOutput`; no part of a file is left.
  package func backup(to path: String) throws(HubError) {
    let file = try file()
    do throws(StorageError) {
      try file.connection.copy(toNewFile: path)
    } catch {
      throw HubError(error)
    }
    try transaction(.write) { tables throws(HubError) in try audit("backup", in: tables) }
  }

  /// The store's file.
  ///
  /// - Throws: `invalid` if the store is none.
  private func file() throws(HubError) -> SQLiteAdministrationStore {
    guard let file = store as? SQLiteAdministrationStore else {
      throw HubError(
        .invalid,
        "A database server has its own backups: 'pg_dump' copies it while devices write, 'pg_basebackup' "
          + "with an archive of its log loses nothing. 'itemshub space export' copies one space."
      )
    }
    return file
  }

  /// What restoring did.
  package struct Restoration: Sendable {
    /// Where the store is kept as it was before.
    package let copy: String
    /// How many tokens were revoked.
    package let revoked: Int
  }

  /// Replaces the whole store by a backup, in one step, also while a daemon runs on it.
  ///
  /// Devices that know a later commit are told that the hub lost history, and offer it everything again. All tokens are
  /// revoked, since some that were revoked after the backup would be good again, unless `keepsTokens` says otherwise.
  /// - Throws: ``HubError`` with code `missing`, `notAHub`, `laterVersion` or `damaged` for the backup; the store is
  ///   then as it was.
  package func restore(
    from backup: String,
    keepsTokens: Bool = false
  ) throws(HubError) -> Restoration {
    let file = try file()
    let findings = try HubFile(backup).check()
    if let first = findings.first {
      throw HubError(.damaged, "The backup '\(backup)' is damaged: \(first.message)")
    }
    do throws(StorageError) {
      // The number that daemons watch must not be one that they know.
      let version = try ServerTables(connection: file.connection).state("tokens") ?? 0
      let temporary = try Connection(.temporary)
      try Connection(.file(backup), access: .readOnly, busyTimeout: .seconds(10)).copy(
        to: temporary
      )
      try HubStoreMigration.migrate(temporary)
      let revoked = try prepare(temporary, keepsTokens: keepsTokens, tokenVersion: version)
      let copy = try file.connection.copy(toFreePath: file.path + ".before-restore")
      try temporary.copy(to: file.connection)
      return Restoration(copy: copy, revoked: revoked)
    } catch {
      throw HubError(error)
    }
  }

  private func prepare(
    _ temporary: Connection,
    keepsTokens: Bool,
    tokenVersion: Int64
  ) throws(StorageError) -> Int {
    try temporary.transaction(.write) { () throws(StorageError) in
      let tables = ServerTables(connection: temporary)
      let now = environment.now()
      let revoked = keepsTokens ? 0 : try tables.revokeAll(at: now)
      let kept = try tables.state("tokens") ?? 0
      try tables.setState("tokens", max(tokenVersion, kept) + 1)
      let detail = keepsTokens ? "tokens kept" : "\(revoked) tokens revoked"
      try tables.add(AuditEntry(time: now, action: "restore", detail: detail))
      return revoked
    }
  }
}
