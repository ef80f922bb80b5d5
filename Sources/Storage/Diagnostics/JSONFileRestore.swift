import Files

/// Replaces the JSON file at a path with a backup.
struct JSONFileRestore {
  let path: String
  let backup: String

  /// Returns the path that the old file was kept under.
  func run() throws(StorageError) -> String? {
    var document = try backupDocument()
    if FilePath(path).kind == .nothing {
      try NewFile(path).write(document, like: StorageError.catching(FilePath(backup).status()))
      return nil
    }
    return try JSONFile(path, StoreOptions(access: .readWrite)).withLock(waiting: .seconds(5)) {
      target throws(StorageError) in
      if let old = try readable(target.descriptor) {
        document.clock = max(document.clock, old.clock)
        document.exchanged = max(document.exchanged, old.exchanged ?? old.clock)
        document.numbers.reserve(all: old.numbers)
      }
      let kept = try NewFile.free("\(target.path)\(StoreFile.replacedEnding)")
      guard try StorageError.catching(target.path.link(to: FilePath(kept))) else {
        throw StorageError(.fileExists, "There is a file at '\(kept)' already. Try again.")
      }
      do throws(StorageError) {
        try NewFile(target.path.description, collision: .replaced)
          .write(document, like: target.status)
      } catch {
        try? FilePath(kept).remove()
        throw error
      }
      return kept
    }
  }

  /// The backup, opened as a store, which finds any error in it.
  private func backupDocument() throws(StorageError) -> JSONDocument {
    let file = JSONFile(backup, StoreOptions(access: .readOnly))
    try file.open(into: SQLiteSession.openInMemory(environment: .live))
    try file.checkIsWhole()
    return file.document
  }

  /// The contents of the old file, or nil if it is malformed.
  private func readable(_ file: FileDescriptor) throws(StorageError) -> JSONFileContents? {
    do throws(StorageError) {
      return try JSONFileContents(StorageError.catching(file.readAll()), path: path)
    } catch {
      guard error.code == .malformedFile else { throw error }
      return nil
    }
  }
}
