import Files

/// A new file beside its final place; renamed to it in one step, or removed.
///
/// A link stays a link, and a file's permissions stay as they were. A device or a pipe cannot be
/// replaced, it is written to.
struct TemporaryFile: ~Copyable {
  /// Takes the bytes.
  let sink: DescriptorSink
  private let path: String
  /// Nil for what is written to in its place.
  private let unfinished: UnfinishedFile?

  /// Makes an empty file beside `path`, which stays as it is for now.
  init(for path: String) throws(CommandError) {
    self.path = path
    let place = FilePath(path)
    let status = try? place.status()
    let isReplaced = status == nil || status?.kind == .file
    unfinished = isReplaced ? UnfinishedFile(for: place.resolvedIfThere) : nil
    // Named before it is there, lest a signal comes in between.
    Interruption.remove(unfinished.map { [$0.temporary] } ?? [])
    do throws(FileError) {
      let file =
        if let unfinished { try unfinished.make() } else { try FileDescriptor(path, .write) }
      if let status, isReplaced { try? file.setPermissions(status.permissions & 0o777) }
      sink = DescriptorSink(file, name: "'\(path)'")
    } catch {
      Interruption.remove([])
      throw CommandError(making: "write '\(path)'", error)
    }
  }

  /// Gives the file its name, once the disk has it.
  consuming func keep() throws(CommandError) {
    guard let unfinished else { return }
    do throws(FileError) {
      try sink.descriptor.synchronize()
      try unfinished.replace()
    } catch {
      throw CommandError(making: "write '\(path)'", error)
    }
  }

  deinit { Interruption.remove([]) }
}
