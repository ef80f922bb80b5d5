package import Files

/// Two ends of a pipe, which programs that we start do not inherit; each is closed with its last user.
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
