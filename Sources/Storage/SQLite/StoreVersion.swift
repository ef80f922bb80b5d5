/// Identifies what a session sees of its store; equal versions mean equal contents.
///
/// Not within a transaction: a rollback does not set the version back.
struct StoreVersion: Equatable {
  private let ownChanges: Int32
  private let othersCommits: Int64?

  /// The current version.
  init(_ session: SQLiteSession) throws(StorageError) {
    ownChanges = session.connection.changeCount
    othersCommits = try session.dataVersion()
  }
}
