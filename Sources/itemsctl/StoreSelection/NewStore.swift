import Storage
import Sync

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A store whose file is made with the first write; if that fails, neither file nor folder is left.
///
/// Until then it is as good as empty.
final class NewStore: ItemRepository, ReplicaStore {
  /// How the file comes about.
  enum Making: Sendable {
    /// As an empty store that is then written to, which others may do at the same time.
    case inPlace
    /// Under its name only once the first write is done, however long that takes.
    case whole
  }

  let location: StoreLocation
  let path: String
  let options: SQLiteOptions
  private let making: Making
  private let makesFolder: Bool
  private let state: Locked<State>

  private struct State {
    /// In memory and empty until the file is there.
    var repository: any ItemRepository & ReplicaStore
    var isMade = false
    /// The folders that were made for the file.
    var folders: [String] = []
  }

  /// Nil for a store in memory, and for a place where there is something already.
  init?(
    _ location: StoreLocation,
    _ making: Making,
    options: SQLiteOptions,
    makesFolder: Bool
  ) throws(StorageError) {
    var status = stat()
    // A link that leads nowhere yet is something, too.
    guard let path = location.path, unsafe lstat(path, &status) != 0,
      errno == ENOENT || errno == ENOTDIR
    else { return nil }
    self.location = location
    self.making = making
    self.path = path
    self.options = options
    self.makesFolder = makesFolder
    state = Locked(State(repository: try StoreLocation.memory.open(options: options)))
  }

  private var repository: any ItemRepository & ReplicaStore { state.withLock { $0.repository } }
  private var isMade: Bool { state.withLock { $0.isMade } }

  func write<Value: Sendable>(
    _ body: @escaping @Sendable (any ItemTransaction) throws(StorageError) -> Value
  ) async throws(StorageError) -> Value {
    guard !isMade else { return try await repository.write(body) }
    return try await making { folders async throws(StorageError) -> Value in
      if making == .whole {
        let value = try await publish(removing: folders, body)
        _ = opened()
        return value
      }
      // What the body refuses makes no store.
      _ = try await StoreLocation.memory.open(options: options).write(body)
      return try await opened().write(body)
    }
  }

  func writeReplica<Value: Sendable>(
    _ body: @escaping @Sendable (any ReplicaTransaction) throws(StorageError) -> Value
  ) async throws(StorageError) -> Value {
    guard !isMade else { return try await repository.writeReplica(body) }
    return try await making { _ async throws(StorageError) -> Value in
      _ = try await StoreLocation.memory.open(options: options).writeReplica(body)
      return try await opened().writeReplica(body)
    }
  }

  /// Removes what was made, where it holds nothing; who has it open by now is told that it is gone.
  ///
  /// For work that fails although its first write was made.
  func withdraw() async {
    guard isMade else { return }
    let files = files(of: path)
    // Nobody else writes meanwhile. That the file is gone may end the transaction with an error.
    try? await repository.writeReplica { transaction throws(StorageError) in
      if try transaction.holdsNothing() { TemporaryFile.remove(files) }
    }
    Folders.removeEmpty(state.withLock { $0.folders })
  }

  /// Only a store that is there can be watched.
  func changes() -> ChangeNotices {
    if !isMade, (try? makeFolder()) != nil { return opened().changes() }
    return repository.changes()
  }

  /// Opens the store, which makes its file where there is none.
  private func opened() -> any ItemRepository & ReplicaStore {
    state.withLock { [location, options] state in
      if !state.isMade {
        state.repository = location.repository(options: options)
        state.isMade = true
      }
      return state.repository
    }
  }

  /// Runs what makes the store; if that fails, removes the folders made for it, and an empty file.
  private func making<Value>(
    _ body: (_ folders: [String]) async throws(StorageError) -> Value
  ) async throws(StorageError) -> Value {
    // Named before they are there, lest a signal comes in between; one that holds something stays.
    if makesFolder { Interruption.remove(Folders.missing(StoreFile(path).folder)) }
    defer { Interruption.remove([]) }
    let folders = try makeFolder()
    state.withLock { $0.folders = folders }
    do throws(StorageError) {
      return try await body(folders)
    } catch {
      if [.full, .inputOutput].contains(error.code) { StoreFile(path).removeIfEmpty() }
      Folders.removeEmpty(folders)
      throw error
    }
  }

  private func makeFolder() throws(StorageError) -> [String] {
    guard makesFolder else { return [] }
    do throws(CommandError) {
      return try Folders.make(StoreFile(path).folder)
    } catch {
      throw error.wrappedAsStorageError
    }
  }

  /// A store's file and what SQLite puts beside it.
  func files(of path: String) -> [String] { ["", "-wal", "-shm", "-journal"].map { path + $0 } }
}

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
