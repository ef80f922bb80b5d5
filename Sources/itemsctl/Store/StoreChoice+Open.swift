// Opening the store that was chosen.

import Storage

extension StoreChoice {
  /// Opens the store; one that is only read is never made.
  func open(for access: StoreAccess, output: Output) throws -> any ItemRepository {
    switch self {
    case .memory(let fixture):
      return try SQLiteRepository.inMemory(fixture)
    case .file(let path, let isDefault):
      if access != .create, !Folders.exists(path) {
        guard isDefault else { throw StoreChoice.missing(path) }
        if access == .read {
          try output.hint("There are no items yet. 'itemsctl add \"Buy milk\"' adds the first.")
        }
        return try SQLiteRepository.inMemory()
      }
      if isDefault, access == .create { try Folders.make(StoreFile(path).folder) }
      return try StoreChoice.open(path, access)
    }
  }

  private static func open(
    _ path: String,
    _ access: StoreAccess
  ) throws(StorageError) -> any ItemRepository {
    let fileAccess: SQLiteOptions.Access =
      access == .create ? .create : access == .write ? .readWrite : .readOnly
    if path.hasSuffix(jsonEnding) {
      return try JSONFileRepository(at: path, access: fileAccess)
    }
    return try SQLiteRepository(
      at: path,
      options: SQLiteOptions(access: fileAccess, durability: .full)
    )
  }

  private static func missing(_ path: String) -> CommandFailure {
    CommandFailure(
      .noInput,
      "There is no store at '\(path)'.",
      help: ["'itemsctl add' and 'itemsctl import' make a new one."]
    )
  }
}
