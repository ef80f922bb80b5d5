extension StoreLocation {
  /// Opens the store with the backend of its location.
  public func open(
    options: StoreOptions = StoreOptions(),
    environment: StoreEnvironment = .live
  ) throws(StorageError) -> any ItemRepository & ReplicaStore {
    switch self {
    case .sqlite(let path):
      try SQLiteRepository(at: path, options: options, environment: environment)
    case .json(let path):
      try JSONFileRepository(at: path, options: options, environment: environment)
    case .memory:
      try SQLiteRepository.inMemory(environment: environment, history: options.history)
    }
  }

  /// Opens the store; if that fails, each use of the repository throws the error.
  public func repository(
    options: StoreOptions = StoreOptions(),
    environment: StoreEnvironment = .live
  ) -> any ItemRepository & ReplicaStore {
    do throws(StorageError) {
      return try open(options: options, environment: environment)
    } catch {
      return DisconnectedRepository(after: error) { () throws(StorageError) in
        try open(options: options, environment: environment)
      }
    }
  }
}
