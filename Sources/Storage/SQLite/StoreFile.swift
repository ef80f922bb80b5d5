package import Files

/// The path of a store on disk.
package struct StoreFile: Sendable {
  package let path: FilePath

  package init(_ path: String) { self.path = FilePath(path) }

  /// Throws what a person needs to know when no store can be opened or made here.
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
      throw StorageError(.cannotOpen, "'\(path)' is no regular file. Give another path.")
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
        // SQLite would not say why it cannot make a file.
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
        "'\(path.folder)' is no folder, so '\(path)' cannot be in it."
      )
    }
  }

  /// Removes the file where nothing was ever written to it, and what SQLite put beside it.
  ///
  /// To be asked once making it failed. Whoever has it open by now is told that it is gone.
  package func removeIfEmpty() { if path.isEmptyFile { path.removeWithCompanions() } }
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
    let length = path.folder.resolvedIfThere.description.utf8.count + 1 + path.name.utf8.count
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
    guard !path.folder.isWritable, path.companion(.rollbackJournal).kind == .nothing else {
      return false
    }
    return switch path.companion(.log).size {
    case nil: true
    case 0: path.companion(.logIndex).kind == .nothing
    default: false
    }
  }

  /// Throws where changes stand in a log that nobody has open and that cannot be read here.
  ///
  /// To read it takes an index, which is a file beside it.
  func checkLogIsReadable() throws(StorageError) {
    let log = path.companion(.log)
    guard !path.folder.isWritable, let size = log.size, size > 0,
      path.companion(.logIndex).kind == .nothing
    else { return }
    throw StorageError(
      .readOnly,
      "'\(path)' was not closed in order: its last changes are in '\(log)', and cannot be read "
        + "where the folder may not be written to. Copy both files to another folder, and open the copy."
    )
  }

  /// Whether the file lies on what may only be read, and nobody has it open: nobody writes there.
  var isOnReadOnlyMedia: Bool {
    do throws(SystemError) {
      try path.folder.checkWritable()
      return false
    } catch {
      return error.kind == .readOnly && isAtRest
    }
  }

  /// The path as SQLite's name for a file that does not change.
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
