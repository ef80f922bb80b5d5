// A new store that is there once something is in it.

import Storage

extension NewStore {
  /// Writes to a file that takes its name at the end; if that fails, no file is left.
  ///
  /// Nor is one where the process is ended, or one of the folders, which were made for it.
  func publish<Value: Sendable>(
    removing folders: [String],
    _ body: @escaping @Sendable (any ItemTransaction) throws(StorageError) -> Value
  ) async throws(StorageError) -> Value {
    let place = StoreFile(path)
    try place.checkForStrayLog()
    let temporary = place.unfinishedPath
    let unfinished = "\(place.folder)/.\(StoreFile(temporary).name).tmp"
    Interruption.remove(files(of: temporary) + [unfinished] + folders)
    defer {
      TemporaryFile.remove(files(of: temporary))
      Interruption.remove([])
    }
    let value: Value
    do throws(StorageError) {
      value = try await fill(temporary, body)
    } catch {
      // Nobody has heard of the unfinished file.
      throw error.renaming(temporary, to: path)
    }
    try publish(temporary)
    return value
  }

  private func fill<Value: Sendable>(
    _ temporary: String,
    _ body: @escaping @Sendable (any ItemTransaction) throws(StorageError) -> Value
  ) async throws(StorageError) -> Value {
    let store = try location.moved(to: temporary).open(options: options)
    let result: Result<Value, StorageError>
    do throws(StorageError) {
      result = .success(try await store.write(body))
    } catch {
      result = .failure(error)
    }
    await store.close()
    return try result.get()
  }

  private func publish(_ temporary: String) throws(StorageError) {
    // Closing brought the log into the file and removed it: the file alone is the store.
    guard StoreFile(temporary + "-wal").kind == .nothing else {
      throw StorageError(
        .inputOutput,
        "'\(path)' could not be finished. Nothing was kept; try again."
      )
    }
    let isNamed: Bool
    do throws(CommandError) {
      isNamed = try TemporaryFile.name(temporary, path)
    } catch {
      throw error.wrappedAsStorageError
    }
    guard isNamed else {
      throw StorageError(
        .busy,
        "Another program made '\(path)' meanwhile. Nothing was kept; try again."
      )
    }
  }
}
