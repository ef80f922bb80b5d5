// What a path must be before SQLite is let at it: SQLite's own messages are too terse for people.

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
  }

  /// What is at this path.
  package var kind: Kind { StoreFile.kind(of: path) }

  private static func kind(of path: String) -> Kind {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return .nothing }
    return switch status.st_mode & S_IFMT {
    case S_IFREG: .file
    case S_IFDIR: .folder
    default: .other
    }
  }

  /// The folder that the file is in.
  package var folder: String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
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
        "'\(path)' is a folder. Give the path of a file in it, as '\(path)/items.sqlite'."
      )
    case .other:
      throw StorageError(.cannotOpen, "'\(path)' is no regular file. Give another path.")
    case .nothing:
      guard mayCreate else {
        throw StorageError(.cannotOpen, "There is no store at '\(path)'.")
      }
      try checkFolder()
    }
  }

  private func checkFolder() throws(StorageError) {
    switch StoreFile.kind(of: folder) {
    case .folder: return
    case .nothing:
      throw StorageError(
        .cannotOpen,
        "The folder '\(folder)' of the store '\(path)' does not exist. Make it first: "
          + "mkdir -p '\(folder)'"
      )
    case .file, .other:
      throw StorageError(.cannotOpen, "'\(folder)' is no folder, so '\(path)' cannot be in it.")
    }
  }
}
