extension FilePath {
  /// Makes a folder and those that it is in, readable by the user alone; fine if it is there.
  ///
  /// Returns those that were made, the innermost first; where it throws, none is left.
  @discardableResult
  package func makeFolder() throws(FileError) -> [FilePath] {
    var made: [FilePath] = []
    do throws(SystemError) {
      for folder in missingFolders.reversed() {
        do throws(SystemError) {
          try System.makeFolder(folder.description, permissions: 0o700)
          made.insert(folder, at: 0)
        } catch {
          // Another process may have been faster.
          guard error.kind == .exists else { throw error }
        }
      }
      return made
    } catch {
      FilePath.removeEmptyFolders(made)
      throw FileError(.making, description, error)
    }
  }

  /// The folders that ``makeFolder()`` would make, the innermost first.
  package var missingFolders: [FilePath] {
    guard !exists else { return [] }
    return [self] + (parent?.missingFolders ?? [])
  }

  /// Removes folders, as far as nothing is in them.
  package static func removeEmptyFolders(_ folders: [FilePath]) {
    for folder in folders { try? System.removeFolder(folder.description) }
  }

  /// The names of what is in the folder; nil for one that cannot be read.
  package var names: [String]? { try? System.names(in: description) }

  /// The bytes that the file system of this path has free; nil where it does not tell.
  package var freeBytes: UInt64? { try? System.freeBytes(description) }
}
