import Synchronization

/// A file with a temporary name, which gets its final name when it is complete.
///
/// Releasing it removes the file, unless it has its final name by then.
package final class UnfinishedFile: Sendable {
  /// The temporary path.
  package let temporary: FilePath
  /// The final path.
  package let path: FilePath
  private let isNamed = Atomic<Bool>(false)

  /// Chooses a temporary name, or takes the given one; makes no file yet.
  ///
  /// A file that is made at its final path is not renamed, and is removed unless it is published.
  package init(for path: FilePath, at temporary: FilePath? = nil) {
    self.path = path
    self.temporary = temporary ?? path.unfinished
  }

  deinit { if !isNamed.load(ordering: .relaxed) { temporary.removeWithCompanions() } }

  /// Makes the empty file, with the permissions and the owner of `model`, or with `permissions`.
  ///
  /// Until it has those of the model, only the user can open it.
  package func make(
    like model: FileStatus? = nil,
    permissions: UInt32 = 0o600
  ) throws(FileError) -> FileDescriptor {
    let path = temporary.description
    guard let model else { return try FileDescriptor(path, .createNew, permissions: permissions) }
    let file = try FileDescriptor(path, .createNew, permissions: 0o600)
    try file.takeOver(model)
    return file
  }

  /// Renames the file to its final path, replacing what is there.
  package func replace() throws(FileError) {
    if temporary != path { try temporary.rename(to: path) }
    finish()
  }

  /// Gives the file its final name; returns false if the name is taken.
  ///
  /// A process killed in between leaves both names of the complete file.
  package func publish() throws(FileError) -> Bool {
    if temporary != path { guard try takeName() else { return false } }
    finish()
    return true
  }

  private func finish() {
    isNamed.store(true, ordering: .relaxed)
    // Reading an unfinished database leaves these.
    if temporary != path {
      for companion in DatabaseCompanion.allCases { try? temporary.companion(companion).remove() }
    }
    path.synchronizeFolder()
  }

  private func takeName() throws(FileError) -> Bool {
    do throws(FileError) {
      guard try temporary.link(to: path) else { return false }
      try? temporary.remove()
      return true
    } catch {
      // Some file systems have no hard links; some of them report missing permission.
      guard [.unsupported, .permission].contains(error.reason.kind),
        let isNamed = try? temporary.renameIfFree(to: path)
      else { throw error }
      return isNamed
    }
  }
}
