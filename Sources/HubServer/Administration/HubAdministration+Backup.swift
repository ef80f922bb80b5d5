import Storage
package import Sync

extension HubAdministration {
  /// Copies the whole store to a new file, while others read and write: spaces, tokens, audit, as of one moment.
  ///
  /// - Throws: `alreadyExists` if there is a file of that name, `full` or `inputOutput`; no part of a file is left.
  package func backup(to path: String) throws(HubError) {
    do throws(StorageError) {
      try connection.copy(toNewFile: path)
    } catch {
      throw HubError(error)
    }
    try transaction(.write) { _ throws(HubError) in try audit("backup") }
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
    let findings = try HubFile(backup).check()
    if let first = findings.first {
      throw HubError(.damaged, "The backup '\(backup)' is damaged: \(first.message)")
    }
    // The number that daemons watch must not be one that they know.
    let version = try stored { () throws(StorageError) in try tables.state("tokens") ?? 0 }
    do throws(StorageError) {
      let temporary = try Connection(.temporary)
      try Connection(.file(backup), access: .readOnly, busyTimeout: .seconds(10)).copy(
        to: temporary
      )
      try HubStoreMigration.migrate(temporary)
      let revoked = try prepare(temporary, keepsTokens: keepsTokens, tokenVersion: version)
      let copy = try connection.copy(toFreePath: path + ".before-restore")
      try temporary.copy(to: connection)
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
