import CommandKit
import Files
import Storage
import Sync

/// A store that the first write makes; if that fails, neither file nor folder is left.
///
/// Until then it is empty.
final class NewStore: ItemRepository, ReplicaStore {
  /// What the first write does if another process makes the store meanwhile.
  enum Making: Sendable {
    /// It runs again, in that store.
    case inPlace
    /// It fails: it may be long, or read input that can be read only once.
    case whole
  }

  private typealias Repository = any ItemRepository & ReplicaStore

  let location: StoreLocation
  let path: FilePath
  let options: StoreOptions
  private let making: Making
  private let makesFolder: Bool
  private let state = Locked(State())

  private struct State {
    /// In memory and empty until the file exists.
    var repository: Repository?
    var isMade = false
    /// The folders made for the file.
    var folders: [FilePath] = []
  }

  /// Nil for a store in memory, and if the path is taken.
  init?(
    _ location: StoreLocation,
    _ making: Making,
    options: StoreOptions,
    makesFolder: Bool
  ) {
    // A broken link takes the path, too.
    guard let path = location.path.map({ FilePath($0) }), path.isFree else { return nil }
    self.location = location
    self.making = making
    self.path = path
    self.options = options
    self.makesFolder = makesFolder
  }

  /// The file's repository, or an empty one in memory until the file exists.
  private var repository: Repository {
    state.withLock { [location, options] state in
      let place = state.isMade ? location : .memory
      let repository = state.repository ?? place.repository(options: options)
      state.repository = repository
      return repository
    }
  }

  private var isMade: Bool { state.withLock { $0.isMade } }

  func write<Value: Sendable>(
    _ body: @escaping @Sendable (any ItemTransaction) throws(StorageError) -> Value
  ) async throws(StorageError) -> Value {
    try await making { store async throws(StorageError) in try await store.write(body) }
  }

  func writeReplica<Value: Sendable>(
    _ body: @escaping @Sendable (any ReplicaTransaction) throws(StorageError) -> Value
  ) async throws(StorageError) -> Value {
    try await making { store async throws(StorageError) in try await store.writeReplica(body) }
  }

  /// Removes the new store if it is empty; a process that has it open gets an error.
  ///
  /// For work that fails after its first write.
  func withdraw() async {
    guard isMade else { return }
    // In a transaction, nobody else writes. Removing the file may end the transaction with an error.
    try? await repository.writeReplica { [path] transaction throws(StorageError) in
      if try transaction.holdsNothing() { path.removeWithCompanions() }
    }
    FilePath.removeEmptyFolders(state.withLock { $0.folders })
  }

  /// Makes the store, since only an existing one can be watched.
  func changes() -> ChangeNotices {
    if !isMade, (try? makeFolder()) != nil { return opened().changes() }
    return repository.changes()
  }

  /// The file's repository; opening it makes a missing file.
  private func opened() -> Repository {
    noteMade()
    return repository
  }

  private func noteMade() {
    state.withLock { state in
      if !state.isMade { (state.repository, state.isMade) = (nil, true) }
    }
  }
}

// MARK: - The first write

extension NewStore {
  /// Runs a write; the first one makes the store, and leaves neither file nor folder if it fails.
  private func making<Value>(
    _ write: (Repository) async throws(StorageError) -> Value
  ) async throws(StorageError) -> Value {
    if isMade { return try await write(repository) }
    // Registered before they exist, so that a signal in between removes them if they are empty.
    let missing = makesFolder ? path.folder.missingFolders : []
    Interruption.remove(missing)
    defer { Interruption.remove([]) }
    let folders = try makeFolder()
    do throws(StorageError) {
      while true {
        if let value = try await publish(removing: missing, write) {
          noteMade()
          return value
        }
        do throws(StorageError) {
          return try await write(opened())
        } catch {
          // The process that made the store has removed it; nothing was written to it.
          guard error.code == .replaced || path.isFree else { throw error }
          await forget()
        }
      }
    } catch {
      FilePath.removeEmptyFolders(folders)
      if path.isFree { await forget() }
      throw error
    }
  }

  /// Writes to a file that gets its name at the end; if that fails, no file is left.
  ///
  /// Nor is one where the process is ended, or one of the folders, which were made for it. Nil where another process
  /// has made the store by then, and that is fine.
  private func publish<Value>(
    removing folders: [FilePath],
    _ write: (Repository) async throws(StorageError) -> Value
  ) async throws(StorageError) -> Value? {
    try StoreFile(path.description).checkForStrayLog()
    let unfinished = UnfinishedFile(for: path)
    let temporary = unfinished.temporary
    Interruption.remove(temporary.withCompanions + [temporary.unfinishedUnderLock] + folders)
    do throws(StorageError) {
      let store = try location.moved(to: temporary.description).open(options: options)
      let result: Result<Value, StorageError>
      do throws(StorageError) {
        result = .success(try await write(store))
      } catch {
        result = .failure(error)
      }
      await store.close()
      let value = try result.get()
      // Closing brought the log into the file and removed it: the file alone is the store.
      guard temporary.companion(.log).kind == .nothing else {
        throw StorageError(
          .inputOutput,
          "The new store '\(path)' could not be completed, and nothing was kept. If the disk is full, "
            + "free some space; then try again."
        )
      }
      if try StorageError.catching(unfinished.publish()) { return value }
      if making == .inPlace { return nil }
      throw StorageError(
        .busy,
        "Another program made '\(path)' at the same time, so nothing was kept. Try again."
      )
    } catch {
      // The message should not name the temporary file.
      throw error.renaming(temporary.description, to: path.description)
    }
  }

  /// Forgets the store, which the next write makes again.
  private func forget() async {
    let old = state.withLock { state in
      defer { state = State(folders: state.folders) }
      return state.repository
    }
    await old?.close()
  }

  /// Makes the folder and its parents; returns the new ones.
  private func makeFolder() throws(StorageError) -> [FilePath] {
    guard makesFolder else { return [] }
    do throws(CommandError) {
      let folders = try path.folder.makeFolderOrExplain()
      state.withLock { $0.folders += folders }
      return folders
    } catch {
      throw error.wrappedAsStorageError
    }
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

  func close() async { await state.withLock { $0.repository }?.close() }
}
