// What a command must not put its output in place of.

import Storage

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The file that an output is to be written to, if that destroys no store.
enum ReplaceableFile {
  /// Throws for the store in use, its log, and for any database: a store or a hub.
  ///
  /// Other files are replaced, as a shell's `>` would.
  static func check(_ path: String, besides store: String) throws(CommandFailure) {
    let isStore = ["", "-wal", "-shm", "-journal"].contains { isSame(path, store + $0) }
    guard isStore || isDatabase(path) else { return }
    throw CommandFailure(
      .cannotCreate,
      isStore
        ? "'\(path)' is the store itself, which would be lost."
        : "'\(path)' is a database, perhaps a store or a hub, which would be lost.",
      help: ["Give another path, or remove the file first if it is not needed."]
    )
  }

  /// Whether two paths lead to one file.
  static func isSame(_ path: String, _ other: String) -> Bool {
    var (first, second) = (stat(), stat())
    return unsafe stat(path, &first) == 0 && stat(other, &second) == 0
      && first.st_dev == second.st_dev && first.st_ino == second.st_ino
  }

  /// Whether a file begins as SQLite's do: <https://www.sqlite.org/fileformat.html#the_database_header>.
  private static func isDatabase(_ path: String) -> Bool {
    guard !Folders.isSpecial(path) else { return false }
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    let magic = Array("SQLite format 3\0".utf8)
    var bytes = [UInt8](repeating: 0, count: magic.count)
    return unsafe read(descriptor, &bytes, magic.count) == magic.count && bytes == magic
  }
}
