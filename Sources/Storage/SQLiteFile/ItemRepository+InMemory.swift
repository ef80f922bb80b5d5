// Stores for previews and tests, by one word: `.environment(\.itemRepository, .empty)`.

extension ItemRepository where Self == DisconnectedRepository {
  /// A store in memory without an item.
  public static var empty: DisconnectedRepository { inMemory(.empty) }

  /// A store in memory with three dozen varied items, some of them unusual.
  public static var full: DisconnectedRepository { inMemory(.full) }

  /// A store in memory that holds a fixture's items; each call makes another one.
  public static func inMemory(_ fixture: Fixture) -> DisconnectedRepository {
    DisconnectedRepository(opening: { () throws(StorageError) in
      try SQLiteRepository.inMemory(fixture)
    })
  }

  /// A store that throws an error at each use, by default that it cannot be opened.
  public static func failing(
    _ error: StorageError = StorageError(.cannotOpen, "The store cannot be opened.")
  ) -> DisconnectedRepository {
    DisconnectedRepository(failing: error)
  }
}
