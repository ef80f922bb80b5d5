import Files
import Storage

/// The file that an output is written to: a new one beside its final place, renamed to it in one step, or removed.
///
/// A link stays a link, and a file's permissions stay as they were. A device or a pipe cannot be
/// replaced, it is written to. Files that hold a store are not replaced; others are, as a shell's `>` would.
package struct OutputFile: ~Copyable {
  /// Writes to the new file.
  package let sink: DescriptorSink
  private let path: String
  /// Nil for a device or a pipe, which is written to directly.
  private let unfinished: UnfinishedFile?

  /// Makes an empty file beside `path`, which stays unchanged for now.
  package init(_ path: String) throws(CommandError) {
    self.path = path
    let place = FilePath(path)
    let status = try? place.status()
    let isReplaced = status == nil || status?.kind == .file
    unfinished = isReplaced ? UnfinishedFile(for: place.resolvedIfThere) : nil
    // Registered before it exists, so that a signal in between removes it too.
    Interruption.remove(unfinished.map { [$0.temporary] } ?? [])
    do throws(CommandError) {
      let file = try CommandError.making("write '\(path)'") { [unfinished] () throws(FileError) in
        guard let unfinished else { return try FileDescriptor(path, .write) }
        guard let status else { return try unfinished.make(permissions: 0o666) }
        let file = try unfinished.make()
        // Some mounts give files their owner and permissions, and let nobody change them.
        try? file.takeOver(status)
        return file
      }
      sink = DescriptorSink(file, name: "'\(path)'")
    } catch {
      Interruption.remove([])
      throw error
    }
  }

  /// Gives the file its name after the disk has its contents.
  package consuming func keep() throws(CommandError) {
    guard let unfinished else { return }
    try CommandError.making("write '\(path)'") { [sink] () throws(FileError) in
      try sink.descriptor.synchronize()
      try unfinished.replace()
    }
  }

  deinit { Interruption.remove([]) }
}

extension OutputFile {
  /// Throws if the path leads to the store in use, its log, any database, or a store in JSON.
  package static func check(_ path: String, besides store: String) throws(CommandError) {
    let isStore = FilePath(store).withCompanions.contains { FilePath(path).isSameFile(as: $0) }
    guard let what = isStore ? "the store itself" : contents(of: path) else { return }
    throw CommandError(
      .cannotCreate,
      "'\(path)' was not replaced: it is \(what).",
      help: [advice]
    )
  }

  package static let advice = "Give another path, or remove the file first if it is not needed."

  /// What a file holds that must not be lost, judged by its first bytes; nil for other files.
  ///
  /// A store in JSON has a key that no export has in front of its items. SQLite's files begin so:
  /// <https://www.sqlite.org/fileformat.html#the_database_header>.
  private static func contents(of path: String) -> String? {
    guard FilePath(path).kind == .file, let bytes = try? DescriptorSource(path: path).next() else {
      return nil
    }
    if bytes.starts(with: "SQLite format 3\0".utf8) {
      return "a database, perhaps a store or a hub"
    }
    let start = String(decoding: bytes.prefix(512), as: UTF8.self).split(separator: "\"items\"")
      .first
    return start?.contains("\"nextNumber\"") == true ? "a store" : nil
  }
}
