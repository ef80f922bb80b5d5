import Storage

/// One piece of work while it runs: the open transaction and the state it changes.
struct StoreSession {
  let transaction: any ReplicaTransaction
  var state: SyncState
  let settings: StoreSettings
  let fresh: RandomIdentifiers
  /// The quarantine, see ``ReplicaTransaction/quarantine()``; nil until it is read.
  var knownQuarantine: [ItemID: UInt64]?
}
