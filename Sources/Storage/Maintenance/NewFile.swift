/// Makes a file beside its place and puts it there at the end.
///
/// A process that is killed on the way leaves a file whose name begins with a dot and ends in `.tmp`,
/// and nothing under the real name. A path that is such a name itself is filled in its place: whoever
/// gave it puts it where it belongs, and removes it where that fails.
struct NewFile {
  /// What becomes of a file that is at the path already.
  enum Collision {
    case refused
    case replaced
  }

  let path: String
  let collision: Collision

  init(_ path: String, collision: Collision = .refused) throws(StorageError) {
    self.path = path
    self.collision = collision
    let place = StoreFile(path)
    try place.check(mayCreate: true)
    if collision == .refused, place.kind != .nothing { throw Self.taken(path) }
  }

  /// Runs the body with the path of an empty file, which then gets its name.
  ///
  /// What the body throws leaves nothing behind, and is told of the path that was asked for. The file
  /// has the permissions of `model`, and without one may be read and written by its owner alone.
  func make(
    like model: FileStatus?,
    _ body: (_ temporary: String) throws(StorageError) -> Void
  ) throws(StorageError) {
    let place = StoreFile(path)
    let temporary = place.isUnfinished ? path : place.unfinishedPath
    do throws(StorageError) {
      let file = try FileDescriptor(temporary, .createNew, doing: "Making")
      try file.permit(model)
      try body(temporary)
      try file.synchronize()
      try publish(temporary)
    } catch {
      for suffix in ["", "-journal", "-wal", "-shm"] { try? FilePath.remove(temporary + suffix) }
      throw error.renaming(temporary, to: path)
    }
    place.synchronizeFolder()
  }

  private func publish(_ temporary: String) throws(StorageError) {
    guard temporary != path else { return }
    switch collision {
    case .replaced: try FilePath.rename(temporary, to: path)
    case .refused:
      // A second name, unlike a new name, never takes another file's place.
      guard try FilePath.link(temporary, to: path) else { throw Self.taken(path) }
      try FilePath.remove(temporary)
    }
  }

  private static func taken(_ path: String) -> StorageError {
    StorageError(
      .fileExists,
      "There is a file at '\(path)' already. Give another path, or move it away first."
    )
  }

  /// The first path of that beginning where there is nothing: `-2`, `-3`, … are added.
  static func free(_ path: String) throws(StorageError) -> String {
    var number = 1
    while true {
      let candidate = number == 1 ? path : "\(path)-\(number)"
      switch StoreFile(candidate).kind {
      case .nothing: return candidate
      case .file, .folder, .other: number += 1
      // It would tell no more of the next one.
      case .unknown(let error):
        throw StorageError(errno: error, doing: "Looking at", path: candidate)
      }
    }
  }
}
