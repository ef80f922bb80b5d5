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
  /// Only a store of the same form may be replaced: a hub, for example, is not a backup of it.
  func check() async throws {
    try StoreFile(path).check(mayCreate: true)
    guard FilePath(path).exists else { return }
    guard !FilePath(path).isSameFile(as: FilePath(store)) else {
      throw CommandError(.cannotCreate, "'\(path)' is the store itself; give another path.")
    }
    guard isForced else { throw taken }
    do throws(StorageError) {
      try await location(path).open(options: StoreOptions(access: .readOnly)).close()
    } catch {
      throw CommandError(
        .cannotCreate,
        "'\(path)' is not a backup, so it was not replaced: \(error.message)",
        help: [OutputFile.advice]
      )
    }
  }

  private var taken: CommandError {
    CommandError(
      .cannotCreate,
      "There is a file at '\(path)' already.",
      help: ["Give another path, or \(remedy)."]
    )
  }
}
