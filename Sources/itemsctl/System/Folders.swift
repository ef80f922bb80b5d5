import ChildProcesses

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Folders of the file system.
enum Folders {
  /// Makes a folder and those that it is in, readable by the user alone; fine if it is there.
  ///
  /// Returns those that were made, the innermost first; where it throws, none is left.
  @discardableResult
  static func make(_ path: String) throws(CommandError) -> [String] {
    if unsafe mkdir(path, 0o700) == 0 { return [path] }
    if errno == EEXIST { return [] }
    var made: [String] = []
    if errno == ENOENT, let slash = path.lastIndex(of: "/"), slash != path.startIndex {
      made = try make(String(path[..<slash]))
      if unsafe mkdir(path, 0o700) == 0 { return [path] + made }
      if errno == EEXIST { return made }
    }
    let system = SystemError.current
    removeEmpty(made)
    throw CommandError(system.codeForCreating, "Cannot make the folder '\(path)': \(system).")
  }

  /// The folders that ``make(_:)`` would make, the innermost first.
  static func missing(_ path: String) -> [String] {
    guard !exists(path), let folder = parent(of: path) else { return [] }
    return [path] + missing(folder)
  }

  /// Removes folders, as far as nothing is in them.
  static func removeEmpty(_ paths: [String]) {
    for path in paths { unsafe rmdir(path) }
  }

  /// The folder that something is in; nil for the root and for a name alone.
  static func parent(of path: String) -> String? {
    guard path != "/", let slash = path.lastIndex(of: "/") else { return nil }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Whether what is at a path is a folder, a pipe or a device.
  static func isSpecial(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFREG
  }

  /// Whether a file is at a path.
  static func isFile(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// Whether the file at a path belongs to the user or to root; nil if there is none.
  static func isOwnFile(_ path: String) -> Bool? {
    var status = stat()
    guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return status.st_uid == geteuid() || status.st_uid == 0
  }

  /// The folder that the process works in.
  static var current: String? {
    guard let path = unsafe getcwd(nil, 0) else { return nil }
    defer { unsafe free(path) }
    return unsafe String(cString: path)
  }

  /// The names of what is in a folder; nil for one that cannot be read.
  static func names(in path: String) -> [String]? {
    guard let folder = unsafe opendir(path) else { return nil }
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

  /// Whether something is at a path; also where the system does not let us see.
  static func exists(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 || errno != ENOENT && errno != ENOTDIR
  }

  /// Whether a file without a byte is at a path.
  static func isEmptyFile(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
      && status.st_size == 0
  }
}
