import Files
import Storage
import Sync

/// A store whose file is made with the first write; if that fails, neither file nor folder is left.
///
/// Until then it is like an empty one.
final class NewStore: ItemRepository, ReplicaStore {
  /// How the file comes about.
  enum Making: Sendable {
    /// As an empty store that is then written to, which others may do at the same time.
    case inPlace
    /// Under its name only once the first write is done, however long that takes.
    case whole
  }

  let location: StoreLocation
  let path: FilePath
  let options: SQLiteOptions
  private let making: Making
  private let makesFolder: Bool
  private let state = Locked(State())

  private struct State {
    /// In memory and empty until the file is there.
    var repository: (any ItemRepository & ReplicaStore)?
    var isMade = false
    /// The folders that were made for the file.
    var folders: [FilePath] = []
  }

  /// Nil for a store in memory, and for a place where there is something already.
  init?(
    _ location: StoreLocation,
    _ making: Making,
    options: SQLiteOptions,
    makesFolder: Bool
  ) {
    // A link that leads nowhere yet is something, too.
    guard let path = location.path.map({ FilePath($0) }), path.isFree else { return nil }
    self.location = location
    self.making = making
    self.path = path
    self.options = options
    self.makesFolder = makesFolder
  }

  /// The file's repository, or an empty one in memory until the file is there.
  private var repository: any ItemRepository & ReplicaStore {
    state.withLock { [options] state in
      let repository = state.repository ?? StoreLocation.memory.repository(options: options)
      state.repository = repository
      return repository
    }
  }

  private var isMade: Bool { state.withLock { $0.isMade } }

  func write<Value: Sendable>(
    _ body: @escaping @Sendable (any ItemTransaction) throws(StorageError) -> Value
  ) async throws(StorageError) -> Value {
    if isMade { return try await repository.write(body) }
    return try await making { folders async throws(StorageError) -> Value in
      guard making == .whole else { return try await opened().write(body) }
      let value = try await publish(removing: folders, body)
      _ = opened()
      return value
    }
  }

  func writeReplica<Value: Sendable>(
    _ body: @escaping @Sendable (any ReplicaTransaction) throws(StorageError) -> Value
  ) async throws(StorageError) -> Value {
    if isMade { return try await repository.writeReplica(body) }
    return try await making { _ async throws(StorageError) -> Value in
      try await opened().writeReplica(body)
    }
  }

  /// Removes the new store if it holds nothing; a process that has it open by now is told that it is gone.
  ///
  /// For work that fails, be it in its first write or later.
  func withdraw() async {
    guard isMade else { return }
    // Nobody else writes meanwhile. That the file is gone may end the transaction with an error.
    try? await repository.writeReplica { [path] transaction throws(StorageError) in
      if try transaction.holdsNothing() { path.removeWithCompanions() }
    }
    FilePath.removeEmptyFolders(state.withLock { $0.folders })
  }

  /// Only a store that is there can be watched.
  func changes() -> ChangeNotices {
    if !isMade, (try? makeFolder()) != nil { return opened().changes() }
    return repository.changes()
  }

  /// Opens the store, which makes its file where there is none.
  private func opened() -> any ItemRepository & ReplicaStore {
    state.withLock { [location, options] state in
      if state.isMade, let repository = state.repository { return repository }
      let repository = location.repository(options: options)
      (state.repository, state.isMade) = (repository, true)
      return repository
    }
  }

  /// Runs what makes the store; if that fails, removes it, and the folders made for it.
  private func making<Value>(
    _ body: (_ folders: [FilePath]) async throws(StorageError) -> Value
  ) async throws(StorageError) -> Value {
    // Named before they are there, lest a signal comes in between; one that holds something stays.
    if makesFolder { Interruption.remove(path.folder.missingFolders) }
    defer { Interruption.remove([]) }
    let folders = try makeFolder()
    state.withLock { $0.folders = folders }
    do throws(StorageError) {
      return try await body(folders)
    } catch {
      await withdraw()
      // A disk that is full holds no more than its name.
      if [.full, .inputOutput].contains(error.code) {
        StoreFile(path.description).removeIfEmpty()
      }
      FilePath.removeEmptyFolders(folders)
      if path.isFree { await forget() }
      throw error
    }
  }

  /// Goes back to a store that is yet to be made.
  private func forget() async {
    let old = state.withLock { state in
      defer { state = State() }
      return state.repository
    }
    await old?.close()
  }

  private func makeFolder() throws(StorageError) -> [FilePath] {
    guard makesFolder else { return [] }
    do throws(CommandError) {
      return try path.folder.makeFolderOrExplain()
    } catch {
      throw error.wrappedAsStorageError
    }
  }
}

// MARK: - A store that gets its name at the end

extension NewStore {
  /// Writes to a file that takes its name at the end; if that fails, no file is left.
  ///
  /// Nor is one where the process is ended, or one of the folders, which were made for it.
  private func publish<Value: Sendable>(
    removing folders: [FilePath],
    _ body: @escaping @Sendable (any ItemTransaction) throws(StorageError) -> Value
  ) async throws(StorageError) -> Value {
    try StoreFile(path.description).checkForStrayLog()
    let unfinished = UnfinishedFile(for: path)
    let temporary = unfinished.temporary
    Interruption.remove(temporary.withCompanions + [temporary.unfinishedUnderLock] + folders)
    defer { Interruption.remove([]) }
    let value: Value
    do throws(StorageError) {
      value = try await fill(temporary.description, body)
      // Closing brought the log into the file and removed it: the file alone is the store.
      guard temporary.companion(.log).kind == .nothing else {
        throw StorageError(
          .inputOutput,
          "'\(path)' could not be finished. Nothing was kept; try again."
        )
      }
      guard try StorageError.catching(unfinished.publish()) else {
        throw StorageError(
          .busy,
          "Another program made '\(path)' meanwhile. Nothing was kept; try again."
        )
      }
    } catch {
      // Nobody has heard of the unfinished file.
      throw error.renaming(temporary.description, to: path.description)
    }
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
}

// MARK: - Reading

extension NewStore {
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

  func readReplica<Value: Sendable>(
    _ body: @escaping @Sendable (any ReplicaTransaction) throws(StorageError) -> Value
  ) async throws(StorageError) -> Value { try await repository.readReplica(body) }

  func close() async { await repository.close() }
}
