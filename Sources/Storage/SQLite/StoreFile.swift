package import Files

/// The path of a store on disk.
package struct StoreFile: Sendable {
  package let path: FilePath

  package init(_ path: String) { self.path = FilePath(path) }

  /// Throws an error for a person if no store can be opened or created here.
  package func check(mayCreate: Bool) throws(StorageError) {
    guard !path.description.utf8.contains(0) else {
      throw StorageError(.cannotOpen, "The store's path holds a NUL byte.")
    }
    guard !path.description.isEmpty else {
      throw StorageError(.cannotOpen, "The store's path is empty. Give the path of a file.")
    }
    switch path.kind {
    case .file: return
    case .folder:
      throw StorageError(.cannotOpen, "'\(path)' is a folder. Give the path of a file in it.")
    case .other:
      throw StorageError(.cannotOpen, "'\(path)' is not a regular file. Give another path.")
    case .unknown(let reason):
      throw StorageError(FileError(.opening, path.description, reason))
    case .nothing:
      guard mayCreate else { throw StorageError(.cannotOpen, "There is no store at '\(path)'.") }
      try checkFolder()
    }
  }

  private func checkFolder() throws(StorageError) {
    switch path.folder.kind {
    case .folder:
      do throws(SystemError) {
        // SQLite would not say why it cannot create a file.
        try path.folder.checkWritable()
      } catch {
        throw StorageError(FileError(.making, path.description, error))
      }
    case .unknown(let reason):
      throw StorageError(FileError(.making, path.description, reason))
    case .nothing:
      throw StorageError(
        .cannotOpen,
        "The folder '\(path.folder)' of '\(path)' does not exist. Make it first: "
          + "mkdir -p '\(path.folder)'"
      )
    case .file, .other:
      throw StorageError(
        .cannotOpen,
        "'\(path.folder)' is not a folder, so '\(path)' cannot be in it."
      )
    }
  }

  /// Removes the file, and what SQLite put beside it, if nothing was ever written to it.
  ///
  /// Call it after creating the store failed. Programs that have it open get an error that it is gone.
  package func removeIfEmpty() { if path.isEmptyFile { path.removeWithCompanions() } }
}

extension StoreFile {
  /// The longest path that SQLite opens on Unix, in bytes, without the ending of its log.
  ///
  /// See `MAX_PATHNAME` in its `os_unix.c`, which includes the ending `-journal`.
  static let maxPathBytes = 504

  /// Throws `.cannotOpen` if the path, from the root on, is longer than SQLite can open.
  ///
  /// Call it after opening failed: SQLite does not say that this was the reason.
  func checkLength() throws(StorageError) {
    let length = path.folder.resolvedIfThere.description.utf8.count + 1 + path.name.utf8.count
    guard length > StoreFile.maxPathBytes else { return }
    throw StorageError(
      .cannotOpen,
      "The path '\(path)' is too long: from the root on it has \(length) bytes, and a database's may "
        + "have \(StoreFile.maxPathBytes). Give a shorter one."
    )
  }

  /// Whether the file is in a folder to which this process may not write, and nobody has it open.
  ///
  /// A write-ahead log cannot be set up there, not even for reading. Since no log holds changes,
  /// the file is complete. A program that has it open has a log and its index, of which either may
  /// also be left over alone. <https://www.sqlite.org/wal.html#read_only_databases>
  var isAtRest: Bool {
    guard !path.folder.isWritable, path.companion(.rollbackJournal).kind == .nothing else {
      return false
    }
    return switch path.companion(.log).size {
    case nil: true
    case 0: path.companion(.logIndex).kind == .nothing
    default: false
    }
  }

  /// Throws `.readOnly` if a log that nobody has open holds changes that cannot be read here.
  ///
  /// Reading it needs an index, which is a file beside it.
  func checkLogIsReadable() throws(StorageError) {
    let log = path.companion(.log)
    guard !path.folder.isWritable, let size = log.size, size > 0,
      path.companion(.logIndex).kind == .nothing
    else { return }
    throw StorageError(
      .readOnly,
      "'\(path)' was not closed properly: its last changes are in '\(log)', and cannot be read "
        + "where the folder may not be written to. Copy both files to another folder, and open the copy."
    )
  }

  /// Whether the file is on read-only media and nobody has it open, so that nobody writes to it.
  var isOnReadOnlyMedia: Bool {
    do throws(SystemError) {
      try path.folder.checkWritable()
      return false
    } catch {
      return error.kind == .readOnly && isAtRest
    }
  }

  /// The path as SQLite's URI of a file that does not change.
  ///
  /// See <https://www.sqlite.org/uri.html#uriimmutable>.
  var unchangingURI: String {
    var uri = path.description.utf8.first == UInt8(ascii: "/") ? "file://" : "file:"
    for character in path.description.unicodeScalars {
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
