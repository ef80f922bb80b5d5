/// Where a hub keeps its spaces: in memory, in a file or in a database, behind one contract.
///
/// ``Hub/init(store:)`` makes a hub from a store. Any number of hubs may use the same file or
/// database through several stores, in this process and in others. The library SyncTesting checks
/// every promise that is made here.
public protocol HubStore: Sendable {
  /// Reads one space in one consistent snapshot, even if others write meanwhile.
  ///
  /// - Throws: ``HubError``: the body's own error, or the reason why the store could not be read. The same is true for
  ///   a write.
  func read<Value: Sendable>(
    _ space: String,
    _ body: (any HubTransaction) throws(HubError) -> Value
  ) throws(HubError) -> Value

  /// Reads and writes one space; writers of a space wait for each other from the start.
  ///
  /// It creates a missing space, with the epoch `seed` and a commit at head 0 of nonce 0. A deleted
  /// space is not missing: it throws ``HubError`` with code `deleted`. If the body throws, nothing
  /// is stored. When this returns, everything is durable.
  ///
  /// The caller says in advance what the body usually reads, so a store behind a network can fetch
  /// it at once. A store whose transaction was lost may run the body again.
  func write<Value: Sendable>(
    _ space: String,
    seed: Int64,
    reading reads: HubReads,
    _ body: (any HubTransaction) throws(HubError) -> Value
  ) throws(HubError) -> Value

  /// Runs writes of any spaces, each of which succeeds or fails by itself. When it returns, the
  /// successful ones are as durable as after ``write(_:seed:reading:_:)``.
  ///
  /// A store may commit them together, and may run a write again whose transaction was lost.
  ///
  /// - Returns: For each write, nil, or the error because of which nothing of it was stored.
  func writeTogether(_ writes: [HubWrite]) -> [HubError?]
}

extension HubStore {
  /// Reads and writes one space, without saying in advance what the body reads.
  public func write<Value: Sendable>(
    _ space: String,
    seed: Int64,
    _ body: (any HubTransaction) throws(HubError) -> Value
  ) throws(HubError) -> Value {
    try write(space, seed: seed, reading: HubReads(), body)
  }

  /// Runs one after the other, each in its own transaction.
  public func writeTogether(_ writes: [HubWrite]) -> [HubError?] { writes.map(writeAlone) }

  /// Runs one write in a transaction of its own; returns its error.
  package func writeAlone(_ write: HubWrite) -> HubError? {
    do throws(HubError) {
      try self.write(write.space, seed: write.seed, reading: write.reads) {
        transaction throws(HubError) in try write.body(transaction)
      }
      return nil
    } catch {
      return error
    }
  }
}
