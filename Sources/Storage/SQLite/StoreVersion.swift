/// What a session sees of its store changes when this does.
///
/// Not within a transaction: what is rolled back there is not counted back.
struct StoreVersion: Equatable {
  private let ownChanges: Int32
  private let othersCommits: Int64?

  /// The version that is to be seen now.
  init(_ session: SQLiteSession) throws(StorageError) {
    ownChanges = session.connection.changeCount
    othersCommits = try session.dataVersion()
  }
}
