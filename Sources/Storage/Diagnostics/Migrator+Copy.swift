// What a store was before a step to another schema that rewrites its data.

import Files
internal import Migrations

extension Migrator {
  /// The path of the copy that is kept of a store of that schema version, before it is rewritten.
  static func copyPath(of path: String, version: Int) -> String { "\(path).schema-\(version)" }

  /// Keeps a copy of a store on disk if one of the migrations to come rewrites its data.
  ///
  /// A migration that was interrupted left the store as it was: the copy is then made anew.
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
  /// Keeps a copy of the file, which is of that schema version and is about to be rewritten.
  func keepCopy(of target: LockedFile, version: Int) throws(StorageError) {
    let copy = Migrator.copyPath(of: target.path.description, version: version)
    try NewFile(copy, collision: .replaced).make(like: target.status) {
      _,
      file throws(StorageError) in
      try StorageError.catching(file.write(target.descriptor.readAll()))
    }
  }
}
