#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The path of a store on disk.
package struct StoreFile: Sendable {
  package let path: String

  package init(_ path: String) { self.path = path }

  /// What is at a path.
  package enum Kind: Sendable, Equatable {
    case nothing, file, folder, other
    /// The system does not tell, with that error number.
    case unknown(Int32)
  }

  /// What is at this path.
  package var kind: Kind { StoreFile.kind(of: path) }

  private static func kind(of path: String) -> Kind {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else {
      return errno == ENOENT || errno == ENOTDIR ? .nothing : .unknown(errno)
    }
    return switch status.st_mode & S_IFMT {
    case S_IFREG: .file
    case S_IFDIR: .folder
    default: .other
    }
  }

  /// The size of what is at a path, in bytes; nil where there is nothing.
  static func size(of path: String) -> Int64? {
    var status = stat()
    return unsafe stat(path, &status) == 0 ? Int64(status.st_size) : nil
  }

  /// The folder that the file is in.
  package var folder: String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The file's name in its folder.
  package var name: String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path }
    return String(path[path.utf8.index(after: slash)...])
  }

  /// Throws what a person needs to know when no store can be opened or made here.
  package func check(mayCreate: Bool) throws(StorageError) {
    guard !path.utf8.contains(0) else {
      throw StorageError(.cannotOpen, "The store's path holds a NUL byte.")
    }
    guard !path.isEmpty else {
      throw StorageError(.cannotOpen, "The store's path is empty. Give the path of a file.")
    }
    switch kind {
    case .file: return
    case .folder:
      throw StorageError(
        .cannotOpen,
        "'\(path)' is a folder. Give the path of a file in it."
      )
    case .other:
      throw StorageError(.cannotOpen, "'\(path)' is no regular file. Give another path.")
    case .unknown(let number):
      throw StorageError(errno: number, doing: "Opening", path: path)
    case .nothing:
      guard mayCreate else {
        throw StorageError(.cannotOpen, "There is no store at '\(path)'.")
      }
      try checkFolder()
    }
  }

  private func checkFolder() throws(StorageError) {
    switch StoreFile.kind(of: folder) {
    case .folder:
      // SQLite would not say why it cannot make a file.
      guard unsafe access(folder, W_OK) == 0 else {
        throw StorageError(errno: errno, making: path)
      }
    case .unknown(let number):
      throw StorageError(errno: number, making: path)
    case .nothing:
      throw StorageError(
        .cannotOpen,
        "The folder '\(folder)' of '\(path)' does not exist. Make it first: mkdir -p '\(folder)'"
      )
    case .file, .other:
      throw StorageError(.cannotOpen, "'\(folder)' is no folder, so '\(path)' cannot be in it.")
    }
  }
}

extension StoreFile {
  /// Removes the file where nothing was ever written to it, and what SQLite put beside it.
  ///
  /// To be asked once making it failed. Whoever has it open by now is told that it is gone.
  package func removeIfEmpty() {
    guard kind == .file, StoreFile.size(of: path) == 0 else { return }
    for suffix in ["", "-wal", "-shm", "-journal"] { try? FilePath.remove(path + suffix) }
  }
}

extension StoreFile {
  /// The longest path that SQLite opens on Unix, in bytes, without the ending of its log.
  ///
  /// See `MAX_PATHNAME` in its `os_unix.c`, which counts the ending `-journal` in.
  static let longestPath = 504

  /// Throws where the path, from the root on, is longer than SQLite can open.
  ///
  /// To be asked once opening failed: SQLite does not say that this was why.
  func checkLength() throws(StorageError) {
    let folder = (try? FilePath.resolved(folder)) ?? folder
    let length = folder.utf8.count + 1 + name.utf8.count
    guard length > StoreFile.longestPath else { return }
    throw StorageError(
      .cannotOpen,
      "The path '\(path)' is too long: from the root on it has \(length) bytes, and a database's may "
        + "have \(StoreFile.longestPath). Give a shorter one."
    )
  }
}

extension StoreFile {
  /// Whether the file lies in a folder that this process may not write to, and nobody has it open.
  ///
  /// A write-ahead log cannot be set up there, not even to read; and as there is none that holds
  /// anything, the file has everything. Who has it open has a log and the index of it, of which each
  /// may have been left alone. <https://www.sqlite.org/wal.html#read_only_databases>
  var isAtRest: Bool {
    guard unsafe access(folder, W_OK) != 0, StoreFile.kind(of: path + "-journal") == .nothing else {
      return false
    }
    return switch StoreFile.size(of: path + "-wal") {
    case nil: true
    case 0: StoreFile.kind(of: path + "-shm") == .nothing
    default: false
    }
  }

  /// Throws where changes stand in a log that nobody has open and that cannot be read here.
  ///
  /// To read it takes an index, which is a file beside it.
  func checkLogIsReadable() throws(StorageError) {
    guard unsafe access(folder, W_OK) != 0, let size = StoreFile.size(of: path + "-wal"), size > 0,
      StoreFile.kind(of: path + "-shm") == .nothing
    else { return }
    throw StorageError(
      .readOnly,
      "'\(path)' was not closed in order: its last changes are in '\(path)-wal', and cannot be read "
        + "where the folder may not be written to. Copy both files to another folder, and open the copy."
    )
  }

  /// Whether the file lies on what may only be read, and nobody has it open: nobody writes there.
  var isOnReadOnlyMedia: Bool { unsafe access(folder, W_OK) != 0 && errno == EROFS && isAtRest }

  /// The path as SQLite's name for a file that does not change.
  ///
  /// See <https://www.sqlite.org/uri.html#uriimmutable>.
  var unchangingURI: String {
    var uri = path.utf8.first == UInt8(ascii: "/") ? "file://" : "file:"
    for character in path.unicodeScalars {
      switch character {
      case "%": uri += "%25"
      case "?": uri += "%3f"
      case "#": uri += "%23"
      default: uri.unicodeScalars.append(character)
      }
    }
    return uri + "?immutable=1"
  }
}
