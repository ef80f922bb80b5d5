// What a command must not put its output in place of.

import Storage

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The file that an output is to be written to, which must not destroy a store.
struct ReplaceableFile {
  let path: String
  /// The path of the store in use.
  let store: String

  init(_ path: String, besides store: String) {
    self.path = path
    self.store = store
  }

  /// Throws for the store in use, its log, and for any database: a store or a hub.
  ///
  /// Other files are replaced, as a shell's `>` would.
  func checkForOutput() throws(CommandFailure) {
    let isStore = ["", "-wal", "-shm", "-journal"].contains {
      ReplaceableFile.isSame(path, store + $0)
    }
    guard isStore || ReplaceableFile.isDatabase(path) else { return }
    throw CommandFailure(
      .cannotCreate,
      isStore
        ? "'\(path)' is the store itself, which would be lost."
        : "'\(path)' is a database, perhaps a store or a hub, which would be lost.",
      help: [ReplaceableFile.advice]
    )
  }

  private static let advice = "Give another path, or remove the file first if it is not needed."
}

// MARK: - Backups

extension ReplaceableFile {
  /// Throws where there is something that a backup may not replace; nothing is replaced unasked.
  ///
  /// Only a store of the same form may be: a hub, say, is no backup of it.
  func checkForBackup(
    isForced: Bool,
    location: (String) -> StoreLocation
  ) async throws {
    try StoreFile(path).check(mayCreate: true)
    guard Folders.exists(path) else { return }
    guard !ReplaceableFile.isSame(path, store) else {
      throw CommandFailure(.cannotCreate, "'\(path)' is the store itself; give another path.")
    }
    guard isForced else { throw taken }
    do throws(StorageError) {
      try await location(path).open(options: SQLiteOptions(access: .readOnly)).close()
    } catch {
      throw CommandFailure(
        .cannotCreate,
        "'\(path)' is no backup, so it is not replaced: \(error.message)",
        help: [ReplaceableFile.advice]
      )
    }
  }

  /// Makes a file beside the path, and gives it the name once the body has filled it.
  func replace<Value>(
    isForced: Bool,
    by body: (_ temporary: String) async throws -> Value
  ) async throws -> Value {
    let place = StoreFile(path)
    let mark = String(UInt64.random(in: 0...UInt64.max), radix: 16)
    let temporary = "\(place.folder)/.\(place.name.prefix(200)).\(mark).tmp"
    // To look a copy over puts files beside it.
    let files = ["", "-wal", "-shm"].map { temporary + $0 }
    Interruption.remove(files)
    defer {
      TemporaryFile.remove(files)
      Interruption.remove([])
    }
    let value: Value
    do {
      value = try await body(temporary)
    } catch let error as StorageError {
      throw error.renaming(temporary, to: path)
    }
    if isForced {
      try TemporaryFile.rename(temporary, to: path)
    } else if try !TemporaryFile.name(temporary, path) {
      throw taken
    }
    return value
  }

  private var taken: CommandFailure {
    CommandFailure(
      .cannotCreate,
      "There is a file at '\(path)' already.",
      help: ["Give another path, or '--force' to put the new backup in its place."]
    )
  }
}

// MARK: - What is there

extension ReplaceableFile {
  /// Whether two paths lead to one file.
  fileprivate static func isSame(_ path: String, _ other: String) -> Bool {
    var (first, second) = (stat(), stat())
    return unsafe stat(path, &first) == 0 && stat(other, &second) == 0
      && first.st_dev == second.st_dev && first.st_ino == second.st_ino
  }

  /// Whether a file begins as SQLite's do: <https://www.sqlite.org/fileformat.html#the_database_header>.
  fileprivate static func isDatabase(_ path: String) -> Bool {
    guard !Folders.isSpecial(path) else { return false }
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    let magic = Array("SQLite format 3\0".utf8)
    var bytes = [UInt8](repeating: 0, count: magic.count)
    return unsafe read(descriptor, &bytes, magic.count) == magic.count && bytes == magic
  }
}
