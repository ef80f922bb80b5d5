#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Two ends of a pipe, which programs that we start do not inherit.
package struct PipeEnds: Sendable {
  package let reading: Int32
  package let writing: Int32

  package init() throws(SystemError) {
    var ends: (Int32, Int32) = (-1, -1)
    let error = ChildProcess.withoutStarts { () -> SystemError? in
      let code = unsafe withUnsafeMutablePointer(to: &ends) { pointer in
        unsafe pointer.withMemoryRebound(to: Int32.self, capacity: 2) { unsafe systemPipe($0) }
      }
      guard code == 0 else { return .current }
      for end in [ends.0, ends.1] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      return nil
    }
    if let error { throw error }
    (reading, writing) = ends
  }

  /// Closes both ends.
  package func close() {
    closeDescriptor(reading)
    closeDescriptor(writing)
  }
}

private func systemPipe(_ ends: UnsafeMutablePointer<Int32>) -> Int32 { unsafe pipe(ends) }

private func closeDescriptor(_ descriptor: Int32) { close(descriptor) }
