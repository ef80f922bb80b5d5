import ChildProcesses

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Copies of streams.
enum Spool {
  /// Reads a stream to its end into a file that has no name and goes with its last user.
  static func copy(of source: DescriptorSource) throws(CommandError) -> DescriptorSource {
    let given = unsafe getenv("TMPDIR").flatMap { unsafe String(cString: $0) } ?? ""
    let folder = given.isEmpty ? "/tmp" : given
    var template = Array("\(folder)/itemsctl.XXXXXX".utf8CString)
    let descriptor = unsafe template.withUnsafeMutableBufferPointer { buffer -> Int32 in
      guard let path = buffer.baseAddress else { return -1 }
      let descriptor = unsafe mkstemp(path)
      if descriptor >= 0 { unsafe unlink(path) }
      return descriptor
    }
    guard descriptor >= 0 else {
      let system = SystemError.current
      throw CommandError(
        system.codeForCreating,
        "Cannot make a temporary file in '\(folder)': \(system)."
      )
    }
    let name = "the temporary file in '\(folder)'"
    let copy = DescriptorSource(descriptor, owned: true, name: name)
    let sink = DescriptorSink(descriptor: descriptor, name: name)
    while let bytes = try source.next() { try sink.write(bytes) }
    try copy.rewind()
    return copy
  }
}
