package import Files

/// The two ends of a pipe; child processes do not inherit them.
package struct PipeEnds: Sendable {
  package let reading: FileDescriptor
  package let writing: FileDescriptor

  package init() throws(SystemError) {
    let ends = ChildProcess.withoutStarts {
      Result { () throws(SystemError) in try FileDescriptor.pipe() }
    }
    (reading, writing) = try ends.get()
  }
}
