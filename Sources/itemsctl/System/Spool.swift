import Files

/// Copies of streams.
enum Spool {
  /// Reads a stream to its end into a file that has no name and goes with its last user.
  static func copy(
    of source: DescriptorSource,
    in folder: String
  ) throws(CommandError) -> DescriptorSource {
    let name = "the temporary file in '\(folder)'"
    let file: FileDescriptor
    do throws(FileError) {
      file = try FilePath.temporary(in: folder, prefix: "itemsctl")
      try FilePath(file.path).remove()
    } catch {
      throw CommandError(making: "make a temporary file in '\(folder)'", error)
    }
    let sink = DescriptorSink(file, name: name)
    while let bytes = try source.next() { try sink.write(bytes) }
    let copy = DescriptorSource(file, name: name)
    try copy.rewind()
    return copy
  }
}
