import CommandKit
import Files
import Storage

/// The file for a copy of a store; replaces a file only if `isForced`.
struct StoreCopy {
  let path: String
  /// The path of the original.
  let store: String
  /// Whether an existing store is replaced.
  let isForced: Bool
  /// The remedy, beside another path, if the file exists.
  let remedy: String
  /// The location of that path in the original's form.
  let location: (String) -> StoreLocation

  /// Makes a file with a temporary name, which gets its name after the body has filled it; a link stays a link.
  func make<Value>(by body: (_ temporary: String) async throws -> Value) async throws -> Value {
    let place = FilePath(path)
    let unfinished = UnfinishedFile(for: isForced ? place.resolvedIfThere : place)
    // SQLite puts files beside it.
    Interruption.remove(unfinished.temporary.withCompanions)
    defer { Interruption.remove([]) }
    let value: Value
    do {
      value = try await body(unfinished.temporary.description)
    } catch let error as StorageError {
      throw error.renaming(unfinished.temporary.description, to: path)
    }
    let file = StoreFile(unfinished.path.description)
    if isForced { try file.discardLog() } else { try file.checkForStrayLog() }
    let isNamed = try CommandError.making("make '\(path)'") { () throws(FileError) in
      guard isForced else { return try unfinished.publish() }
      try unfinished.replace()
      return true
    }
    guard isNamed else { throw taken }
    return value
  }

  /// Throws if there is a file that the copy may not replace.
  ///
  /// Only a backup of the store may be: a store of the same form that has items in common with it, or none at all.
  func check(against original: any ItemRepository) async throws {
    guard try checkPlace() else { return }
    let other: any ItemRepository
    do throws(StorageError) {
      other = try location(path).open(options: StoreOptions(access: .readOnly))
    } catch {
      // One of an earlier version is brought up to date by whoever uses it: it lies there as a backup.
      guard error.code != .readOnly else { return }
      throw CommandError(
        .cannotCreate,
        "'\(path)' is not a backup, so it was not replaced: \(error.message)",
        help: [OutputFile.advice]
      )
    }
    let strangers = try await countIfAllUnknown(other, to: original)
    await other.close()
    guard strangers > 0 else { return }
    throw CommandError(
      .cannotCreate,
      "'\(path)' is another store, not a backup of this one, so it was not replaced: none of its "
        + "\(counted(strangers)) is in '\(store)'.",
      help: [OutputFile.advice]
    )
  }

  /// How many items the other store has, deleted ones included; zero as soon as one of them is in the original.
  private func countIfAllUnknown(
    _ other: any ItemRepository,
    to original: any ItemRepository
  ) async throws -> Int {
    var count = 0
    for scope in ItemScope.allCases {
      for try await items in other.pages(of: ItemQuery(scope: scope)) {
        count += items.count
        for scope in ItemScope.allCases {
          let known = ItemQuery(.ids(Set(items.map(\.id))), limit: 1, scope: scope)
          guard try await original.items(known).isEmpty else { return 0 }
        }
      }
    }
    return count
  }

  /// True if a file would be replaced, and that was asked for; throws if it was not.
  @discardableResult
  func checkPlace() throws -> Bool {
    try StoreFile(path).check(mayCreate: true)
    guard FilePath(path).exists else { return false }
    guard !FilePath(path).isSameFile(as: FilePath(store)) else {
      throw CommandError(.cannotCreate, "'\(path)' is the store itself; give another path.")
    }
    guard isForced else { throw taken }
    return true
  }

  private var taken: CommandError {
    CommandError(
      .cannotCreate,
      "There is a file at '\(path)' already.",
      help: ["Give another path, or \(remedy)."]
    )
  }
}
