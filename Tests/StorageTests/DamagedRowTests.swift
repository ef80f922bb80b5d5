import Storage
import TemporaryFolders
import Testing

@Suite struct `A row that cannot be read` {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A store with one reader and three items, and a way to damage it.
  private func storeOfThree() async throws -> (SQLiteRepository, Connection) {
    let path = folder.file("items.sqlite")
    let store = try SQLiteRepository(
      at: path,
      options: StoreOptions(sqlite: SQLiteOptions(readers: 1))
    )
    let other = try Connection(.file(path))
    try await SQLiteRepository(at: path).write { transaction throws(StorageError) in
      for title in ["One", "Two", "Three"] { _ = try transaction.add(ItemDraft(title: title)) }
    }
    return (store, other)
  }

  @Test func `does not keep its reader in the past`() async throws {
    let (store, other) = try await storeOfThree()
    try other.execute("UPDATE items SET status = 9 WHERE number = 2")
    let error = await #expect(throws: StorageError.self) { try await store.items() }
    #expect(error?.code == .damaged)
    try other.execute("UPDATE items SET status = 1, list = 'seen' WHERE number = 2")
    #expect(try await store.count(.list("seen")) == 1)
  }

  @Test func `does not keep the store of sync in the past`() async throws {
    let (store, other) = try await storeOfThree()
    try other.execute("UPDATE items SET stamps = x'01' WHERE number = 2")
    for attempt in 0..<2 {
      let error = await #expect(throws: StorageError.self) {
        try await store.readReplica { transaction throws(StorageError) in
          if attempt == 0 { _ = try transaction.unsynced(after: 0, limit: 9) }
          _ = try transaction.replicas(after: 0, limit: 9)
        }
      }
      #expect(error?.code == .damaged)
    }
    try other.execute("UPDATE items SET stamps = NULL, list = 'seen' WHERE number = 2")
    #expect(try await store.count(.list("seen")) == 1)
  }
}
