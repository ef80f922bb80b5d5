import Files

/// Writes a file under a temporary name beside its path, and renames it at the end.
///
/// A process that is killed meanwhile leaves a file whose name begins with a dot and ends in
/// `.tmp`, and nothing under the real name. A path that is such a name itself is written directly:
/// the caller renames it, or removes it after an error.
struct NewFile {
  /// What to do with a file that is at the path already.
  enum Collision {
    case refused
    case replaced
  }

  let path: String
  let collision: Collision

  init(_ path: String, collision: Collision = .refused) throws(StorageError) {
    self.path = path
    self.collision = collision
    try StoreFile(path).check(mayCreate: true)
    if collision == .refused, FilePath(path).kind != .nothing { throw Self.taken(path) }
  }

  /// Runs the body with the path of an empty file, which then gets its name.
  ///
  /// If the body throws, no file is left, and the error names the real path. The file has the
  /// permissions of `model`; without a model, only its owner may read and write it.
  func make(
    like model: FileStatus?,
    _ body: (_ temporary: String, FileDescriptor) throws(StorageError) -> Void
  ) throws(StorageError) {
    let path = FilePath(path)
    let unfinished = UnfinishedFile(for: path, at: path.isUnfinished ? path : nil)
    let temporary = unfinished.temporary.description
    do throws(StorageError) {
      let file = try StorageError.catching(unfinished.make(like: model))
      try body(temporary, file)
      try StorageError.catching(file.synchronize())
      if collision == .replaced {
        try StorageError.catching(unfinished.replace())
      } else if try !StorageError.catching(unfinished.publish()) {
        throw Self.taken(self.path)
      }
    } catch {
      throw error.renaming(temporary, to: self.path)
    }
  }

  /// Writes a store's text; `check` may examine the file before it gets its name, and throw.
  func write(
    _ document: JSONDocument,
    like model: FileStatus?,
    check: (_ temporary: String) throws(StorageError) -> Void = { _ throws(StorageError) in }
  ) throws(StorageError) {
    try make(like: model) { temporary, file throws(StorageError) in
      try file.write(document)
      try check(temporary)
    }
  }

  private static func taken(_ path: String) -> StorageError {
    StorageError(
      .fileExists,
      "There is a file at '\(path)' already. Give another path, or move it away first."
    )
  }

  /// The first free path among this one and this one with `-2`, `-3`, … added.
  static func free(_ path: String) throws(StorageError) -> String {
    var number = 1
    while true {
      let candidate = number == 1 ? path : "\(path)-\(number)"
      switch FilePath(candidate).kind {
      case .nothing: return candidate
      case .file, .folder, .other: number += 1
      // The next path would give the same error.
      case .unknown(let reason): throw StorageError(FileError(.lookingAt, candidate, reason))
      }
    }
  }
}
