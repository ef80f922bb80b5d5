// The store that was chosen, opened.

import CommandKit
import Files
import Storage
import Sync

extension StoreChoice {
  /// Opens a file, or the file that the first write makes.
  ///
  /// A command that only reads or changes makes no store: a missing default store, or a file without
  /// a byte, counts as empty; any other missing store is an error.
  static func open(
    _ location: StoreLocation,
    _ origin: StoreOrigin,
    for access: StoreAccess
  ) throws -> any OpenedStore {
    let isThere = try find(location, isDefault: origin == .standard, access)
    let options = access.options
    if let making = access.making,
      let new = NewStore(
        location,
        making,
        options: options,
        makesFolder: origin == .standard
      )
    {
      return new
    }
    let place = isThere ? location : .memory
    do throws(StorageError) {
      return try place.open(options: options)
    } catch {
      if access.updatesStores, error.code == .readOnly, update(place, options) {
        return try place.open(options: options)
      }
      guard access.isOpenedAnyway else { throw error }
      return place.repository(options: options)
    }
  }

  /// Opens a store of an earlier version for writing once, which brings it up to date: to read it only
  /// was refused.
  private static func update(_ location: StoreLocation, _ options: StoreOptions) -> Bool {
    var options = options
    options.access = .readWrite
    return (try? location.open(options: options)) != nil
  }

  /// Looks for the store; returns false if it counts as empty.
  private static func find(
    _ location: StoreLocation,
    isDefault: Bool,
    _ access: StoreAccess
  ) throws -> Bool {
    guard let path = location.path else { return true }
    if access == .follow, FilePath(path).isEmptyFile { throw missing(path) }
    if [.read, .inspect, .check, .preview, .rolledBack].contains(access), FilePath(path).isEmptyFile
    {
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
}
