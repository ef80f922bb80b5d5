import Storage

/// A store as commands open it: each kind can be synced.
///
/// One protocol for both, since to ask a store whether it is the other looks through all conformances of the program.
typealias OpenedStore = ItemRepository & ReplicaStore
