#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The path of a file or folder, and the operations on it.
package struct FilePath: Hashable, Sendable, CustomStringConvertible {
  package let description: String

  package init(_ path: String) { description = path }

  /// The folder that contains the file.
  package var folder: FilePath {
    parent ?? FilePath(description.hasPrefix("/") ? "/" : ".")
  }

  /// The folder that contains this; nil for the root and for a bare name.
  package var parent: FilePath? {
    guard description != "/", let slash = lastSlash else { return nil }
    return FilePath(slash == description.startIndex ? "/" : String(description[..<slash]))
  }

  /// The file's name in its folder.
  package var name: String {
    lastSlash.map { String(description[description.utf8.index(after: $0)...]) } ?? description
  }

  private var lastSlash: String.Index? { description.utf8.lastIndex(of: UInt8(ascii: "/")) }

  /// Another file in the same folder.
  package func sibling(_ name: String) -> FilePath {
    guard let parent else { return FilePath(name) }
    return FilePath(parent.description == "/" ? "/\(name)" : "\(parent)/\(name)")
  }

  /// The working directory.
  package static var currentFolder: String? { unsafe taken(getcwd(nil, 0)) }

  /// Where the running program is, symbolic links followed.
  package static var runningProgram: FilePath? {
    #if canImport(Darwin)
    var size: UInt32 = 4_096
    var buffer = [CChar](repeating: 0, count: Int(size))
    guard unsafe _NSGetExecutablePath(&buffer, &size) == 0 else { return nil }
    let bytes = buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
    return try? FilePath(String(decoding: bytes, as: UTF8.self)).resolved()
    #else
    return try? FilePath("/proc/self/exe").resolved()
    #endif
  }

  /// A C string that the caller has to free, as a text.
  private static func taken(_ text: UnsafeMutablePointer<CChar>?) -> String? {
    defer { unsafe free(text) }
    return unsafe text.map { unsafe String(cString: $0) }
  }
}

// MARK: - Looking

extension FilePath {
  /// The status of the file at this path; a symbolic link at the end is followed unless told otherwise.
  package func status(followsLinks: Bool = true) throws(FileError) -> FileStatus {
    var status = stat()
    try FileError.check(.lookingAt, description) {
      followsLinks ? unsafe stat(description, &status) : unsafe lstat(description, &status)
    }
    return FileStatus(status)
  }

  /// The kind of the file at this path, after following symbolic links.
  package var kind: FileKind { kind(followsLinks: true) }

  /// Whether something exists at this path; also true if the system does not tell.
  package var exists: Bool { kind != .nothing }

  /// Whether nothing exists at this path, not even a broken symbolic link.
  package var isFree: Bool { kind(followsLinks: false) == .nothing }

  private func kind(followsLinks: Bool) -> FileKind {
    do throws(FileError) {
      return try status(followsLinks: followsLinks).kind
    } catch {
      return error.reason.kind == .missing ? .nothing : .unknown(error.reason)
    }
  }

  /// Whether this is a folder, a pipe or a device.
  package var isSpecial: Bool { [.folder, .other].contains(kind) }

  /// The size in bytes; nil if there is no file.
  package var size: Int64? { (try? status())?.size }

  /// Whether this is a file of no bytes.
  package var isEmptyFile: Bool { kind == .file && size == 0 }

  /// Whether both paths lead to one file.
  package func isSameFile(as other: FilePath) -> Bool {
    guard let id = (try? status())?.id else { return false }
    return id == (try? other.status())?.id
  }

  /// Throws the reason why this process may not write here.
  package func checkWritable() throws(SystemError) { try checkAccess(W_OK) }

  package var isWritable: Bool { (try? checkWritable()) != nil }

  package var isExecutable: Bool { (try? checkAccess(X_OK)) != nil }

  private func checkAccess(_ mode: Int32) throws(SystemError) {
    try SystemError.check { unsafe access(description, mode) }
  }

  /// The path without symbolic links.
  package func resolved() throws(FileError) -> FilePath {
    guard let path = unsafe FilePath.taken(realpath(description, nil)) else {
      throw FileError(.opening, description, .current)
    }
    return FilePath(path)
  }

  /// The path without symbolic links, or unchanged if nothing exists there.
  package var resolvedIfThere: FilePath { (try? resolved()) ?? self }
}

// MARK: - Changing

extension FilePath {
  /// Replaces another file by this one, atomically.
  package func rename(to new: FilePath) throws(FileError) {
    try FileError.check(.replacing, new.description) { renameFile(description, new.description) }
  }

  /// Makes a hard link; returns false, and replaces nothing, if the name is taken.
  package func link(to new: FilePath) throws(FileError) -> Bool {
    do throws(FileError) {
      try FileError.check(.making, new.description) { linkFile(description, new.description) }
      return true
    } catch {
      guard error.reason.kind == .exists else { throw error }
      return false
    }
  }

  /// Renames the file; returns false, and replaces nothing, if the name is taken.
  ///
  /// For file systems without hard links. An empty file reserves the name, and a process killed then leaves it.
  package func renameIfFree(to new: FilePath) throws(FileError) -> Bool {
    do throws(FileError) {
      _ = try FileDescriptor(new.description, .createNew, permissions: 0o600)
    } catch {
      guard error.reason.kind == .exists else { throw error }
      return false
    }
    do throws(FileError) {
      try rename(to: new)
    } catch {
      try? new.remove()
      throw error
    }
    return true
  }

  /// Removes the file; does nothing if it does not exist.
  package func remove() throws(FileError) {
    do throws(FileError) {
      try FileError.check(.removing, description) { unsafe unlink(description) }
    } catch {
      guard error.reason.number == ENOENT else { throw error }
    }
  }

  package func setPermissions(_ permissions: UInt32) throws(FileError) {
    try FileError.check(.settingPermissions, description) {
      unsafe chmod(description, mode_t(permissions))
    }
  }

  /// Waits until the disk has the names in the folder of this file.
  ///
  /// Ignores errors: some file systems cannot do this for folders, and some folders may not be read. The file is
  /// in place all the same.
  package func synchronizeFolder() {
    try? FileDescriptor(folder.description, .read).synchronize()
  }

  /// Waits a moment for another process.
  package static func pause() { _ = usleep(2_000) }
}

// MARK: - Folders

extension FilePath {
  /// Makes a folder and its parents, for the user alone; does nothing if it exists.
  ///
  /// They survive a power cut. Returns the new folders, the innermost first; after an error, none is left.
  @discardableResult
  package func makeFolder() throws(FileError) -> [FilePath] {
    var made: [FilePath] = []
    do throws(SystemError) {
      for folder in missingFolders.reversed() {
        do throws(SystemError) {
          try SystemError.check { unsafe mkdir(folder.description, 0o700) }
          made.insert(folder, at: 0)
          folder.synchronizeFolder()
        } catch {
          // Another process may have made it meanwhile.
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

  /// Removes those of the folders that are empty.
  package static func removeEmptyFolders(_ folders: [FilePath]) {
    for folder in folders { _ = unsafe rmdir(folder.description) }
  }

  /// The names in the folder; nil if it cannot be read.
  package var names: [String]? {
    guard let folder = unsafe opendir(description) else { return nil }
    defer { unsafe closedir(folder) }
    var names: [String] = []
    while let entry = unsafe readdir(folder) {
      let name = unsafe withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  /// The bytes that a user may still write to this file system: the greatest number for no limit, nil where it
  /// does not tell.
  package var freeBytes: UInt64? {
    #if canImport(Darwin)
    // On Darwin, statvfs counts blocks in 32 bits, which is too few from 16 TiB on.
    var system = statfs()
    guard unsafe statfs(description, &system) == 0 else { return nil }
    let blockSize = UInt64(system.f_bsize)
    #else
    var system = statvfs()
    guard unsafe statvfs(description, &system) == 0 else { return nil }
    let blockSize = UInt64(system.f_frsize)
    #endif
    let (bytes, isUnlimited) = UInt64(system.f_bavail).multipliedReportingOverflow(by: blockSize)
    return isUnlimited ? .max : bytes
  }
}

// Within the type, these names mean its own methods.
private func renameFile(_ old: String, _ new: String) -> Int32 { unsafe rename(old, new) }
private func linkFile(_ old: String, _ new: String) -> Int32 { unsafe link(old, new) }
