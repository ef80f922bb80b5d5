import Files
import Storage

/// The file that an output is to be written to, which must not destroy a store.
struct ReplaceableFile {
  let path: String
  /// The path of the store in use.
  let store: String
  /// The remedy, beside another path, where there is a file already.
  let remedy: String

  init(_ path: String, besides store: String, remedy: String = "") {
    self.path = path
    self.store = store
    self.remedy = remedy
  }

  /// Throws for the store in use, its log, any database, and stores in JSON.
  ///
  /// Other files are replaced, as a shell's `>` would.
  func checkForOutput() throws(CommandError) {
    let isStore = FilePath(store).withCompanions.contains { FilePath(path).isSameFile(as: $0) }
    guard let what = isStore ? "the store itself" : ReplaceableFile.contents(of: path) else {
      return
    }
    throw CommandError(
      .cannotCreate,
      "'\(path)' is \(what), which would be lost.",
      help: [ReplaceableFile.advice]
    )
  }

  private static let advice = "Give another path, or remove the file first if it is not needed."
}

// MARK: - Copies of stores

extension ReplaceableFile {
  /// Throws where there is something that a copy may not replace; nothing is replaced unasked.
  ///
  /// Only a store of the same form may be replaced: a hub, for example, is not a backup of it.
  func checkForCopy(
    isForced: Bool,
    location: (String) -> StoreLocation
  ) async throws {
    try StoreFile(path).check(mayCreate: true)
    guard FilePath(path).exists else { return }
    guard !FilePath(path).isSameFile(as: FilePath(store)) else {
      throw CommandError(.cannotCreate, "'\(path)' is the store itself; give another path.")
    }
    guard isForced else { throw taken }
    do throws(StorageError) {
      try await location(path).open(options: SQLiteOptions(access: .readOnly)).close()
    } catch {
      throw CommandError(
        .cannotCreate,
        "'\(path)' is no backup, so it is not replaced: \(error.message)",
        help: [ReplaceableFile.advice]
      )
    }
  }

  /// Makes a file beside the path, and gives it the name once the body has filled it; a link stays a link.
  func replace<Value>(
    isForced: Bool,
    by body: (_ temporary: String) async throws -> Value
  ) async throws -> Value {
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
    let isNamed: Bool
    do throws(FileError) {
      if isForced { try unfinished.replace() }
      isNamed = isForced ? true : try unfinished.publish()
    } catch {
      throw CommandError(making: "make '\(path)'", error)
    }
    guard isNamed else { throw taken }
    return value
  }

  private var taken: CommandError {
    CommandError(
      .cannotCreate,
      "There is a file at '\(path)' already.",
      help: ["Give another path, or \(remedy)."]
    )
  }
}

// MARK: - What is there

extension ReplaceableFile {
  /// What a file holds that must not be lost, by how it begins; nil for any other.
  ///
  /// A store in JSON has a key that no export has in front of its items. SQLite's files begin so:
  /// <https://www.sqlite.org/fileformat.html#the_database_header>.
  fileprivate static func contents(of path: String) -> String? {
    guard FilePath(path).kind == .file, let bytes = try? DescriptorSource(path: path).next() else {
      return nil
    }
    if bytes.starts(with: "SQLite format 3\0".utf8) {
      return "a database, perhaps a store or a hub"
    }
    let start = String(decoding: bytes.prefix(512), as: UTF8.self).split(separator: "\"items\"")
      .first
    return start?.contains("\"nextNumber\"") == true ? "a store" : nil
  }
}
