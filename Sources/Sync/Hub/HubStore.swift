/// Where a hub keeps its spaces: in memory, in a file or in a database, behind one contract.
///
/// A hub is made of a store by ``Hub/init(store:)``. Any number of hubs may work on what is behind several stores, in this
/// process and in others. The library SyncTesting has all that is promised here as checks.
public protocol HubStore: Sendable {
  /// Reads one space in one consistent snapshot, whoever writes meanwhile.
  ///
  /// - Throws: ``HubError``: the body's, as it is, or why the store could not be read. The same holds for a write.
  func read<Value: Sendable>(
    _ space: String,
    _ body: (any HubTransaction) throws(HubError) -> Value
  ) throws(HubError) -> Value

  /// Reads and writes one space; writers of a space wait for each other from the start.
  ///
  /// It creates a missing space, whose epoch is `seed`, with a commit at head 0 of nonce 0; one that was deleted is not
  /// missing: it throws ``HubError`` with code `deleted`. Where the body throws, nothing of it is stored. When this
  /// returns, all of it is durable.
  ///
  /// What the body reads as a rule is told before, so that a store behind a network fetches it at once. A store whose
  /// transaction was lost may run the body again.
  func write<Value: Sendable>(
    _ space: String,
    seed: Int64,
    reading reads: HubReads,
    _ body: (any HubTransaction) throws(HubError) -> Value
  ) throws(HubError) -> Value

  /// Runs writes of any spaces, each of which succeeds or fails by itself; when it returns, those that succeeded are
  /// as durable as after ``write(_:seed:reading:_:)``.
  ///
  /// A store may commit them together, and run one again whose transaction was lost.
  ///
  /// - Returns: For each write nil, or the error for which nothing of it was stored.
  func writeTogether(_ writes: [HubWrite]) -> [HubError?]
}

extension HubStore {
  /// Reads and writes one space, without saying what the body reads.
  public func write<Value: Sendable>(
    _ space: String,
    seed: Int64,
    _ body: (any HubTransaction) throws(HubError) -> Value
  ) throws(HubError) -> Value {
    try write(space, seed: seed, reading: HubReads(), body)
  }

  /// One after the other, each in a transaction of its own.
  public func writeTogether(_ writes: [HubWrite]) -> [HubError?] { writes.map(writeAlone) }

  /// Runs one write in a transaction of its own.
  func writeAlone(_ write: HubWrite) -> HubError? {
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
