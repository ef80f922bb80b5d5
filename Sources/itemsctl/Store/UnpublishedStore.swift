// A new store that is there once something is in it.

import Storage

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A store whose file takes its name at the end of its first write; if that fails, no file is left.
final class UnpublishedStore: ItemRepository {
  private let location: StoreLocation
  private let path: String
  private let options: SQLiteOptions
  /// In memory and empty until the file is there.
  private let current: Locked<any ItemRepository>

  /// Nil for a store in memory, and for a place where there is something already.
  init?(_ location: StoreLocation, options: SQLiteOptions) throws(StorageError) {
    var status = stat()
    // A link that leads nowhere yet is something, too.
    guard let path = location.path, unsafe lstat(path, &status) != 0, errno == ENOENT else {
      return nil
    }
    self.location = location
    self.path = path
    self.options = options
    current = Locked(try StoreLocation.memory.open(options: options))
  }

  private var repository: any ItemRepository { current.withLock { $0 } }

  func write<Value: Sendable>(
    _ body: @escaping @Sendable (any ItemTransaction) throws(StorageError) -> Value
  ) async throws(StorageError) -> Value {
    let place = StoreFile(path)
    let temporary = "\(place.folder)/.\(place.name).\(getpid()).tmp"
    let files = ["", "-wal", "-shm", "-journal"].map { temporary + $0 }
    Interruption.remove(files + ["\(place.folder)/.\(StoreFile(temporary).name).tmp"])
    defer {
      for file in files { unsafe unlink(file) }
      Interruption.remove([])
    }
    // What a process of the same number may have left, which would be taken for a store to fill.
    for file in files { unsafe unlink(file) }
    let value: Value
    do throws(StorageError) {
      value = try await fill(temporary, body)
    } catch {
      throw renamed(error, temporary)
    }
    try publish(temporary)
    current.withLock { [location, options] in $0 = location.repository(options: options) }
    return value
  }

  private func fill<Value: Sendable>(
    _ temporary: String,
    _ body: @escaping @Sendable (any ItemTransaction) throws(StorageError) -> Value
  ) async throws(StorageError) -> Value {
    let store = try unpublished(at: temporary).open(options: options)
    let result: Result<Value, StorageError>
    do throws(StorageError) {
      result = .success(try await store.write(body))
    } catch {
      result = .failure(error)
    }
    await store.close()
    return try result.get()
  }

  /// Nobody has heard of the unfinished file.
  private func renamed(_ error: StorageError, _ temporary: String) -> StorageError {
    let parts = error.message.split(separator: temporary, omittingEmptySubsequences: false)
    guard parts.count > 1 else { return error }
    return StorageError(error.code, parts.joined(separator: path), cause: error.cause)
  }

  private func unpublished(at temporary: String) -> StoreLocation {
    if case .json = location { .json(path: temporary) } else { .sqlite(path: temporary) }
  }

  /// Unlike a new name, a second one never takes another file's place.
  private func publish(_ temporary: String) throws(StorageError) {
    // Closing brought the log into the file and removed it: the file alone is the store.
    guard StoreFile(temporary + "-wal").kind == .nothing else {
      throw StorageError(
        .inputOutput,
        "'\(path)' could not be finished. Nothing was kept; try again."
      )
    }
    if unsafe link(temporary, path) == 0 { return }
    if errno != EEXIST, !Folders.exists(path), unsafe rename(temporary, path) == 0 { return }
    let system = SystemError.current
    guard Folders.exists(path) else {
      let failure = CommandFailure(
        system.codeForCreating,
        "Cannot make '\(path)': \(system). Nothing was kept."
      )
      throw failure.asStorageError
    }
    throw StorageError(
      .busy,
      "Another program made '\(path)' meanwhile. Nothing was kept; try again."
    )
  }
}

extension UnpublishedStore {
  func item(_ id: ItemID) async throws(StorageError) -> Item? { try await repository.item(id) }

  func item(number: Int) async throws(StorageError) -> Item? {
    try await repository.item(number: number)
  }

  func page(_ query: ItemQuery) async throws(StorageError) -> ItemPage {
    try await repository.page(query)
  }

  func count(_ filter: ItemFilter) async throws(StorageError) -> Int {
    try await repository.count(filter)
  }

  func changes() -> ChangeNotices { repository.changes() }

  func close() async { await repository.close() }
}
