import Storage
package import Sync

/// What administrators do to a hub; daemons may run on the same store meanwhile.
///
/// Each change is one transaction with its entry in the audit. Not for two threads at once; its methods block.
///
/// Every method throws ``HubError``: `busy` if others write for longer than ten seconds, `full`, `damaged` or
/// `inputOutput` for the store, and what it says itself.
package final class HubAdministration {
  /// The store, which knows what an administrator's transaction is.
  package let store: any AdministrationStore
  let environment: ServerEnvironment

  /// A store that is open and up to date.
  package init(store: any AdministrationStore, environment: ServerEnvironment) {
    self.store = store
    self.environment = environment
  }

  /// Opens a hub's file, and brings it up to date; creates a missing one, unless `missing` says otherwise.
  package convenience init(
    path: String,
    missing: MissingHubFile = .made,
    environment: ServerEnvironment
  ) throws(HubError) {
    let store = try SQLiteAdministrationStore(path: path, missing: missing)
    self.init(store: store, environment: environment)
  }

  /// The latest entries of the audit, newest first.
  package func log(limit: Int = 100) throws(HubError) -> [AuditEntry] {
    try transaction(.read) { tables throws(HubError) in try tables.audit(limit: limit) }
  }

  /// When a daemon last committed something, in milliseconds since 1970, to within ten seconds; nil before the first.
  package func lastCommit() throws(HubError) -> Int64? { try store.lastCommit() }

  /// Runs the body in a transaction.
  func transaction<Value>(
    _ kind: AdministrationKind,
    _ body: (any AdministrationTransaction) throws(HubError) -> Value
  ) throws(HubError) -> Value {
    try store.transaction(kind, body)
  }

  /// Writes an entry of the audit.
  func audit(
    _ action: String,
    space: String? = nil,
    token: String? = nil,
    _ detail: String = "",
    in tables: any AdministrationTransaction
  ) throws(HubError) {
    try tables.add(
      AuditEntry(
        time: environment.now(),
        action: action,
        space: space,
        token: token,
        detail: detail
      )
    )
  }
}
