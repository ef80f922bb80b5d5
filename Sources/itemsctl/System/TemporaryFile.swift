import ChildProcesses
import Storage

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A new file beside its final place; renamed to it in one step, or removed.
///
/// A link stays a link, and a file's permissions stay as they were. A device or a pipe cannot be
/// replaced, it is written to.
struct TemporaryFile: ~Copyable {
  /// Takes the bytes.
  let sink: DescriptorSink
  private let path: String
  /// Nil for what is written to in its place.
  private let temporaryPath: String?
  private var isKept = false

  /// Makes an empty file beside `path`, which stays as it is for now.
  init(for path: String) throws(CommandError) {
    var status = stat()
    let isThere = unsafe stat(path, &status) == 0
    let kind = status.st_mode & S_IFMT
    let final = isThere ? TemporaryFile.resolved(path) : path
    self.path = final
    // Not by the process's number, which is the same each time in a container.
    let name = String(UInt64.random(in: 0...UInt64.max), radix: 16)
    temporaryPath = !isThere || kind == S_IFREG ? "\(final).\(name).tmp" : nil
    // Named before it is there, lest a signal comes in between.
    Interruption.remove(temporaryPath.map { [$0] } ?? [])
    let descriptor =
      if let temporaryPath {
        unsafe open(temporaryPath, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
      } else {
        unsafe open(path, O_WRONLY | O_CLOEXEC)
      }
    guard descriptor >= 0 else {
      let system = SystemError.current
      Interruption.remove([])
      throw CommandError(system.codeForCreating, "Cannot write '\(path)': \(system).")
    }
    sink = DescriptorSink(descriptor: descriptor, name: "'\(path)'")
    if isThere, temporaryPath != nil { fchmod(descriptor, status.st_mode & 0o777) }
  }

  /// The path with all links followed.
  static func resolved(_ path: String) -> String {
    guard let resolved = unsafe realpath(path, nil) else { return path }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
  }

  /// Gives the file its name, once the disk has it.
  consuming func keep() throws(CommandError) {
    guard let temporaryPath else { return }
    guard fsync(sink.descriptor) == 0 else {
      let system = SystemError.current
      throw CommandError(system.codeForWriting, "Writing '\(path)' failed: \(system).")
    }
    try TemporaryFile.rename(temporaryPath, to: path)
    isKept = true
  }

  deinit {
    close(sink.descriptor)
    if !isKept, let temporaryPath { unsafe unlink(temporaryPath) }
    Interruption.remove([])
  }
}

extension TemporaryFile {
  /// Gives a finished file a name that nothing has yet, for good; false where something has it by now.
  static func name(_ temporary: String, _ path: String) throws(CommandError) -> Bool {
    // Unlike a new name, a second one never takes another file's place.
    if unsafe link(temporary, path) == 0 {
      unsafe unlink(temporary)
      StoreFile(path).synchronizeFolder()
      return true
    }
    let system = SystemError.current
    if system.number == EEXIST || Folders.exists(path) { return false }
    // Not every file system has second names.
    guard systemRename(temporary, path) == 0 else {
      throw CommandError(
        system.codeForCreating,
        "Cannot make '\(path)': \(system). Nothing was kept."
      )
    }
    StoreFile(path).synchronizeFolder()
    return true
  }

  /// Puts a file in another one's place, for good.
  static func rename(_ old: String, to new: String) throws(CommandError) {
    guard systemRename(old, new) == 0 else {
      let system = SystemError.current
      throw CommandError(system.codeForCreating, "Cannot write '\(new)': \(system).")
    }
    StoreFile(new).synchronizeFolder()
  }

  /// Removes files, as far as they are there.
  static func remove(_ paths: [String]) {
    for path in paths { unsafe unlink(path) }
  }
}

private func systemRename(_ old: String, _ new: String) -> Int32 { unsafe rename(old, new) }
