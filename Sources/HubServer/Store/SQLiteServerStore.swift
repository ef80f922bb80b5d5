import Files
import Storage
package import Sync

/// A server's store in one SQLite file: one writer, readers that never wait for it, and checkpoints beside both.
///
/// Sendable although a connection is not: ``control`` is used under ``controlLock`` alone, and the checkpoints under
/// theirs, which the compiler cannot see, as with ``SQLiteHubStore``.
package final class SQLiteServerStore: ServerStore, @unchecked Sendable {
  private let hub: SQLiteHubStore
  private let control: Connection
  private let controlLock = Locked(())
  private let checkpoints: HubCheckpoints
  private let checkpointLock = Locked(())

  /// The size of the log from which on it is moved into the file.
  private static let logToCheckpoint: Int64 = 4 << 20
  /// The size from which on writes wait for it: a log that is written to all the time never gets shorter otherwise.
  private static let logToWaitFor: Int64 = 64 << 20

  /// Opens a store, and brings it up to date; creates a missing one, unless `missing` says otherwise.
  ///
  /// - Throws: ``HubError`` as ``SQLiteHubStore`` does; `laterVersion` for a store of a later version.
  package init(
    path: String,
    missing: MissingHubFile = .made,
    readers: Int = 2
  ) throws(HubError) {
    hub = try SQLiteHubStore(path: path, missing: missing, readers: readers)
    checkpoints = try HubCheckpoints(path: path)
    do throws(StorageError) {
      control = try Connection(.file(path), access: .readWrite, busyTimeout: .seconds(10))
      try control.execute("PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 0")
    } catch {
      throw HubError(error, opening: path)
    }
  }

  package func read<Value: Sendable>(
    _ space: String,
    _ body: (any HubTransaction) throws(HubError) -> Value
  ) throws(HubError) -> Value {
    try hub.read(space, body)
  }

  package func write<Value: Sendable>(
    _ space: String,
    seed: Int64,
    reading reads: HubReads,
    _ body: (any HubTransaction) throws(HubError) -> Value
  ) throws(HubError) -> Value {
    try hub.write(space, seed: seed, reading: reads, body)
  }

  package func writeTogether(_ writes: [HubWrite]) -> [HubError?] { hub.writeTogether(writes) }

  package func tokenVersion() throws(HubError) -> Int64 {
    try onControl { tables throws(StorageError) in try tables.state("tokens") ?? 0 }
  }

  package func liveTokens() throws(HubError) -> (version: Int64, tokens: [TokenRecord]) {
    let (version, tokens) = try onControl { tables throws(StorageError) -> (Int64, [TokenRecord]) in
      try tables.connection.transaction(.read) { () throws(StorageError) in
        (try tables.state("tokens") ?? 0, try tables.tokens().filter { $0.revoked == nil })
      }
    }
    return (version, tokens)
  }

  package func note(
    uses: [(id: String, hour: Int64)],
    audit: [AuditEntry]
  ) throws(HubError) {
    try onControl { tables throws(StorageError) in
      try tables.connection.transaction(.write) { () throws(StorageError) in
        for (id, hour) in uses { try tables.setUsed(id, hour: hour) }
        for entry in audit { try tables.add(entry) }
      }
    }
  }

  package func lastCommit() throws(HubError) -> Int64? {
    try onControl { tables throws(StorageError) in try tables.state("commit_ms") }
  }

  package func noteCommit(at now: Int64) throws(HubError) {
    try onControl { tables throws(StorageError) in try tables.setState("commit_ms", now) }
  }

  package func changeMark() throws(HubError) -> Int64 {
    try onControl { tables throws(StorageError) in
      try tables.connection.checkPlace()
      return try tables.connection.integer("PRAGMA data_version") ?? 0
    }
  }

  package func afterWrites() -> Bool {
    let bytes = checkpoints.logBytes
    if bytes > SQLiteServerStore.logToWaitFor { checkpoint(.restart) }
    return bytes > SQLiteServerStore.logToCheckpoint
  }

  package func maintain() { checkpoint(.passive) }

  // The next one makes up for one that failed, and an error that stays shows with the writes themselves.
  private func checkpoint(_ mode: HubCheckpoints.Mode) {
    checkpointLock.withLock { _ in _ = try? checkpoints.run(mode) }
  }

  private func onControl<Value: Sendable>(
    _ body: (ServerTables) throws(StorageError) -> Value
  ) throws(HubError) -> Value {
    try controlLock.withLock { _ throws(HubError) in
      do throws(StorageError) {
        return try body(ServerTables(connection: control))
      } catch {
        throw HubError(error)
      }
    }
  }
}
