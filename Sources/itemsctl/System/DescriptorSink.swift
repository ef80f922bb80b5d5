// Writing to the process's streams.

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Takes bytes; a terminal, a pipe, a file, or an array in tests.
protocol ByteSink: Sendable {
  /// Writes all bytes, or throws.
  func write(_ bytes: [UInt8]) throws(CommandFailure)

  /// Sees to it that all that was written is seen.
  func finish() throws(CommandFailure)
}

extension ByteSink {
  func finish() throws(CommandFailure) {}
}

/// An open file descriptor.
struct DescriptorSink: ByteSink {
  let descriptor: Int32
  /// What messages call it.
  let name: String

  static let standardOutput = DescriptorSink(descriptor: STDOUT_FILENO, name: "standard output")
  static let standardError = DescriptorSink(descriptor: STDERR_FILENO, name: "standard error")

  /// Writes until the last byte; a reader that went away is a failure with no message to show.
  func write(_ bytes: [UInt8]) throws(CommandFailure) {
    var offset = 0
    while offset < bytes.count {
      let written = unsafe bytes.withUnsafeBytes { buffer in
        unsafe systemWrite(descriptor, UnsafeRawBufferPointer(rebasing: buffer[offset...]))
      }
      if written >= 0 {
        offset += written
      } else if errno == EPIPE {
        throw CommandFailure(.pipeClosed, "The reader of \(name) went away.")
      } else if errno != EINTR && errno != EAGAIN {
        let system = SystemError.current
        throw CommandFailure(.inputOutput, "Writing to \(name) failed: \(system).")
      }
    }
  }
}

private func systemWrite(_ descriptor: Int32, _ buffer: UnsafeRawBufferPointer) -> Int {
  unsafe write(descriptor, buffer.baseAddress, buffer.count)
}
