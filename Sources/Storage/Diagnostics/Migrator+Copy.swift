import Files
internal import Migrations

extension Migrator {
  /// The path of the copy of a store with this schema version, kept before its data are rewritten.
  static func copyPath(of path: String, version: Int) -> String { "\(path).schema-\(version)" }

  /// Keeps a copy of a store on disk if one of the migrations to come rewrites its data.
  ///
  /// An interrupted migration left the store as it was: the copy is then made again.
  package func keepCopy(of connection: Connection) throws(StorageError) {
    guard case .file(let path) = connection.location,
      let version = try connection.integer("PRAGMA user_version"), version > 0,
      rewritesData(after: Int(version))
    else { return }
    let copy = Self.copyPath(of: path, version: Int(version))
    try connection.copy(to: NewFile(copy, collision: .replaced))
  }
}

extension JSONFile {
  /// Keeps a copy of the file, which has this schema version and is about to be rewritten.
  func keepCopy(of target: LockedFile, version: Int) throws(StorageError) {
    let copy = Migrator.copyPath(of: target.path.description, version: version)
    try NewFile(copy, collision: .replaced).make(like: target.status) {
      _,
      file throws(StorageError) in
      try StorageError.catching(file.write(target.descriptor.readAll()))
    }
  }
}
