import Synchronization

/// A file beside its final place, which gets its name once it is whole.
///
/// It is removed with its last user where it has got no name until then.
package final class UnfinishedFile: Sendable {
  /// Where the file is made.
  package let temporary: FilePath
  /// The name that it gets.
  package let path: FilePath
  private let isNamed = Atomic<Bool>(false)

  /// Chooses a temporary name, or takes one; nothing is made yet.
  ///
  /// A file that is made at its own path gets no other name; it is removed unless it is published.
  package init(for path: FilePath, at temporary: FilePath? = nil) {
    self.path = path
    self.temporary = temporary ?? path.unfinished
  }

  deinit { if !isNamed.load(ordering: .relaxed) { temporary.removeWithCompanions() } }

  /// Makes the empty file: with the permissions and the owner of a model, or with permissions of its own.
  ///
  /// Nobody but the user can open it before it has those of the model.
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

  /// Puts the file in the place of what is at its path, for good.
  package func replace() throws(FileError) {
    if temporary != path { try temporary.rename(to: path) }
    finish()
  }

  /// Gives the file a name that nothing has yet, for good; false where something has it by now.
  ///
  /// A process that is killed in between leaves both names; the file is whole under each.
  package func publish() throws(FileError) -> Bool {
    if temporary != path { guard try takeName() else { return false } }
    finish()
    return true
  }

  private func finish() {
    isNamed.store(true, ordering: .relaxed)
    // Who looked a database over before it had its name left these.
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
      // Not every file system has second names, and some say so as if they were forbidden.
      guard [.unsupported, .permission].contains(error.reason.kind),
        let isNamed = try? temporary.renameIfFree(to: path)
      else { throw error }
      return isNamed
    }
  }
}
