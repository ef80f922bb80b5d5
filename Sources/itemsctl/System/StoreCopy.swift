import Files
import Storage

/// The file that a copy of a store is written to; nothing is replaced unasked.
struct StoreCopy {
  let path: String
  /// The path of the store that is copied.
  let store: String
  /// Whether a store that is there is replaced.
  let isForced: Bool
  /// The remedy, beside another path, where there is a file already.
  let remedy: String
  /// The form of the store.
  let location: (String) -> StoreLocation

  /// Makes a file beside the path, and gives it the name once the body has filled it; a link stays a link.
  func make<Value>(by body: (_ temporary: String) async throws -> Value) async throws -> Value {
    let place = FilePath(path)
    let unfinished = UnfinishedFile(for: isForced ? place.resolvedIfThere : place)
    // To make a copy and to look it over puts files beside it.
    Interruption.remove(unfinished.temporary.withCompanions)
    defer { Interruption.remove([]) }
    let value: Value
    do {
      value = try await body(unfinished.temporary.description)
    } catch let error as StorageError {
      throw error.renaming(unfinished.temporary.description, to: path)
    }
    let file = StoreFile(unfinished.path.description)
    if isForced { try file.giveUpLog() } else { try file.checkForStrayLog() }
    let isNamed = try CommandError.making("make '\(path)'") { () throws(FileError) in
      guard isForced else { return try unfinished.publish() }
      try unfinished.replace()
      return true
    }
    guard isNamed else { throw taken }
    return value
  }

  /// Throws where there is something that the copy may not replace.
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
        "'\(path)' is no backup, so it is not replaced: \(error.message)",
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
