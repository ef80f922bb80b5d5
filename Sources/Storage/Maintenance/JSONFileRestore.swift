/// Puts a backup in the place of the file at a path.
struct JSONFileRestore {
  let path: String
  let backup: String

  /// Returns the path that the old file was kept under.
  func run() throws(StorageError) -> String? {
    var document = try backupDocument()
    if StoreFile(path).kind == .nothing {
      try write(document, to: NewFile(path), like: FileStatus(at: backup))
      return nil
    }
    return try JSONFile(path, access: .readWrite).withLock(waiting: .seconds(5)) {
      target throws(StorageError) in
      if let old = try readable(target.file) {
        document.clock = max(document.clock, old.clock)
        document.nextNumber = max(document.nextNumber, old.nextNumber ?? 1)
      }
      let kept = try NewFile.free(target.path + ".replaced")
      guard try FilePath.link(target.path, to: kept) else {
        throw StorageError(.fileExists, "There is a file at '\(kept)' already. Try again.")
      }
      do throws(StorageError) {
        let place = try NewFile(target.path, collision: .replaced)
        try write(document, to: place, like: target.file.status())
      } catch {
        try? FilePath.remove(kept)
        throw error
      }
      return kept
    }
  }

  /// The backup as a store reads it, which tells whatever is wrong with it.
  private func backupDocument() throws(StorageError) -> JSONDocument {
    let file = JSONFile(backup, access: .readOnly)
    try file.open(into: SQLiteSession.openInMemory(environment: .live))
    return file.document
  }

  /// What the old file says, or nil where it is malformed.
  private func readable(_ file: FileDescriptor) throws(StorageError) -> JSONFileContents? {
    do throws(StorageError) {
      return try JSONFileContents(file.readAll(), path: path)
    } catch {
      guard error.code == .malformedFile else { throw error }
      return nil
    }
  }

  private func write(
    _ document: JSONDocument,
    to file: NewFile,
    like model: FileStatus
  ) throws(StorageError) {
    try file.make(like: model) { temporary throws(StorageError) in
      try FileDescriptor(temporary, .update, doing: "Writing").write(document)
    }
  }
}
