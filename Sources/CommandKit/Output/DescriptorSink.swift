package import Files

/// Takes bytes; a terminal, a pipe, a file, or an array in tests.
package protocol ByteSink: Sendable {
  /// Writes all bytes, or throws.
  func write(_ bytes: [UInt8]) throws(CommandError)

  /// Makes sure that everything written is visible.
  func finish() throws(CommandError)

  /// Throws, as a write would, if the reader is gone; for commands with nothing to write yet.
  func checkReader() throws(CommandError)
}

extension ByteSink {
  package func finish() throws(CommandError) {}
  package func checkReader() throws(CommandError) {}
}

/// An open file descriptor.
package struct DescriptorSink: ByteSink {
  let descriptor: FileDescriptor
  /// What messages call it.
  let name: String

  package static let standardOutput = DescriptorSink(.standardOutput)
  package static let standardError = DescriptorSink(.standardError)

  package init(_ descriptor: FileDescriptor, name: String? = nil) {
    self.descriptor = descriptor
    self.name = name ?? descriptor.path
  }

  /// Writes all bytes; a reader that went away is an error without a message to show.
  package func write(_ bytes: [UInt8]) throws(CommandError) {
    do throws(FileError) {
      try descriptor.write(bytes)
    } catch {
      if error.reason.kind == .pipeClosed { throw readerLeft }
      throw CommandError(.inputOutput, "Writing to \(name) failed: \(error.reason).")
    }
  }

  /// One system call, which does not wait.
  package func checkReader() throws(CommandError) { if descriptor.isHungUp { throw readerLeft } }

  private var readerLeft: CommandError {
    CommandError(.pipeClosed, "Writing to \(name) ended: its reader closed it.")
  }
}
