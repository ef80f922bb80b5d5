#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A path, and what can be done to what it leads to.
package struct FilePath: Hashable, Sendable, CustomStringConvertible {
  package let description: String

  package init(_ path: String) { description = path }

  /// The folder that the file is in.
  package var folder: FilePath {
    guard let slash = description.utf8.lastIndex(of: UInt8(ascii: "/")) else {
      return FilePath(".")
    }
    return FilePath(slash == description.startIndex ? "/" : String(description[..<slash]))
  }

  /// The folder that something is in; nil for the root and for a name alone.
  package var parent: FilePath? {
    description == "/" || !description.utf8.contains(UInt8(ascii: "/")) ? nil : folder
  }

  /// The file's name in its folder.
  package var name: String {
    guard let slash = description.utf8.lastIndex(of: UInt8(ascii: "/")) else { return description }
    return String(description[description.utf8.index(after: slash)...])
  }

  /// Another file in the same folder.
  package func sibling(_ name: String) -> FilePath {
    guard let parent else { return FilePath(name) }
    return FilePath(parent.description == "/" ? "/\(name)" : "\(parent)/\(name)")
  }

  /// The folder that the process works in.
  package static var currentFolder: String? { System.currentFolder() }

  /// Where the running program is, symbolic links followed.
  package static var runningProgram: FilePath? {
    System.program().flatMap { try? FilePath($0).resolved() }
  }
}

// MARK: - Looking

extension FilePath {
  /// The status of the file at this path; a symbolic link at the end is followed unless told otherwise.
  package func status(followsLinks: Bool = true) throws(FileError) -> FileStatus {
    let path = description
    let status = try FileError.during(
      .lookingAt,
      path,
      System.status(path, followsLinks: followsLinks)
    )
    return FileStatus(status)
  }

  /// What is here, symbolic links followed.
  package var kind: FileKind { kind(followsLinks: true) }

  /// Whether something is here; also where the system does not let us see.
  package var exists: Bool { kind != .nothing }

  /// Whether not even a symbolic link that leads nowhere is here.
  package var isFree: Bool { kind(followsLinks: false) == .nothing }

  private func kind(followsLinks: Bool) -> FileKind {
    do throws(SystemError) {
      return FileStatus(try System.status(description, followsLinks: followsLinks)).kind
    } catch {
      return error.kind == .missing ? .nothing : .unknown(error)
    }
  }

  /// Whether a folder, a pipe or a device is here.
  package var isSpecial: Bool { [.folder, .other].contains(kind) }

  /// The size of what is here, in bytes; nil where there is nothing.
  package var size: Int64? { (try? status())?.size }

  /// Whether a file without a byte is here.
  package var isEmptyFile: Bool { kind == .file && size == 0 }

  /// Whether both paths lead to one file.
  package func isSameFile(as other: FilePath) -> Bool {
    guard let id = (try? status())?.id else { return false }
    return id == (try? other.status())?.id
  }

  /// Throws why this process may not write here.
  package func checkWritable() throws(SystemError) { try System.canAccess(description, W_OK) }

  package var isWritable: Bool { (try? checkWritable()) != nil }

  package var isExecutable: Bool { (try? System.canAccess(description, X_OK)) != nil }

  /// The path without symbolic links.
  package func resolved() throws(FileError) -> FilePath {
    FilePath(try FileError.during(.opening, description, System.resolve(description)))
  }

  /// The path without symbolic links, or as it is where there is nothing.
  package var resolvedIfThere: FilePath { (try? resolved()) ?? self }
}

// MARK: - Changing

extension FilePath {
  /// Puts this file into another one's place, at once.
  package func rename(to new: FilePath) throws(FileError) {
    let (old, new) = (description, new.description)
    try FileError.during(.replacing, new, System.rename(old, new))
  }

  /// Gives the file a second name, which never takes another file's place; false where the name is taken.
  package func link(to new: FilePath) throws(FileError) -> Bool {
    let (old, new) = (description, new.description)
    do throws(SystemError) {
      try System.link(old, new)
      return true
    } catch {
      guard error.kind == .exists else { throw FileError(.making, new, error) }
      return false
    }
  }

  /// Removes the file, if it is there.
  package func remove() throws(FileError) {
    do throws(SystemError) {
      try System.unlink(description)
    } catch {
      guard error.number == ENOENT else { throw FileError(.removing, description, error) }
    }
  }

  package func setPermissions(_ permissions: UInt32) throws(FileError) {
    try FileError.during(
      .settingPermissions,
      description,
      System.setPermissions(description, permissions)
    )
  }

  /// Makes the names in the folder of this file last through a power cut.
  ///
  /// A file system that cannot do this for folders, or a folder that may not be read, has the file in
  /// place all the same: that is no reason to call the write failed.
  package func synchronizeFolder() {
    try? FileDescriptor(folder.description, .read).synchronize()
  }

  /// Waits a moment for another process.
  package static func pause() { _ = usleep(2_000) }
}
