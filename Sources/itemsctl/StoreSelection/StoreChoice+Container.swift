// The store that was chosen, out of the container.

import CommandKit
import Files
import ItemContainer
import Registry
import Storage
import Sync

extension StoreChoice {
  /// Tells the container what was chosen, and takes the repository from it.
  ///
  /// A command that only reads or changes makes no store: a missing default store, or a file without
  /// a byte, counts as empty; any other missing store is an error.
  func repository(
    for access: StoreAccess,
    from container: Container
  ) throws -> any OpenedStore {
    let context = FactoryContext.current
    (context.isPreview, context.isTest) = (false, false)
    switch self {
    case .preview(let fixture):
      context.isPreview = true
      if let fixture { container.storeFixture.register { fixture } }
    case .test(let fixture):
      context.isTest = true
      if let fixture { container.storeFixture.register { fixture } }
    case .memory(let fixture):
      let repository = try SQLiteRepository.inMemory(fixture)
      container.replicaRepository.register { repository }
    case .file(let location, let origin):
      let isThere = try StoreChoice.find(location, isDefault: origin == .standard, access)
      let options = access.options
      container.storeLocation.register { isThere ? location : .memory }
      container.storeOptions.register { options }
      if let making = access.making,
        let new = NewStore(
          location,
          making,
          options: options,
          makesFolder: origin == .standard
        )
      {
        container.replicaRepository.register { new }
      }
    }
    let repository = container.replicaRepository()
    // The type is compared first, as a cast that fails looks for a box of Foundation's, too.
    if type(of: repository) == DisconnectedRepository.self,
      let failed = repository as? DisconnectedRepository
    {
      updateStore(failed, access)
    }
    return repository
  }

  /// Opens a store of an earlier version for writing once, which brings it up to date: to read it only
  /// was refused.
  private func updateStore(_ repository: DisconnectedRepository, _ access: StoreAccess) {
    guard access == .read, case .file(let location, _) = self else { return }
    var options = access.options
    options.access = .readWrite
    guard repository.openingError?.code == .readOnly,
      (try? location.open(options: options)) != nil
    else { return }
    try? repository.reopen()
  }

  /// Looks for the store; returns false if it counts as empty.
  private static func find(
    _ location: StoreLocation,
    isDefault: Bool,
    _ access: StoreAccess
  ) throws -> Bool {
    guard let path = location.path else { return true }
    if access == .follow, FilePath(path).isEmptyFile { throw missing(path) }
    if [.read, .inspect, .preview, .rolledBack].contains(access), FilePath(path).isEmptyFile {
      return false
    }
    guard !FilePath(path).exists else { return true }
    if access.making != nil { return true }
    guard isDefault && access != .follow || access == .preview || access == .rolledBack else {
      throw missing(path)
    }
    return false
  }

  private static func missing(_ path: String) -> CommandError {
    CommandError(
      .noInput,
      "There is no store at '\(path)'.",
      help: ["'itemsctl add' and 'itemsctl import' make a new one."]
    )
  }

  /// The lock that excludes other processes' syncs: a file beside the store.
  var syncLease: SyncLease {
    guard case .file(let location, _) = self, let path = location.path else { return .none }
    return .file(beside: path)
  }

  /// The network service for a hub: the hub itself in live use, else one in memory.
  func networkService(
    for remote: Remote,
    _ access: HubAccess,
    from container: Container
  ) throws(SyncError) -> any NetworkService {
    switch self {
    case .preview, .test: container.networkService()
    case .memory, .file: try access.networkService(for: remote)
    }
  }
}
