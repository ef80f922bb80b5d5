import ChildProcesses

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
  func write(_ bytes: [UInt8]) throws(CommandError)

  /// Sees to it that all that was written is seen.
  func finish() throws(CommandError)

  /// Throws, as writing would, where nobody is left to read; who has nothing to write asks this.
  func checkReader() throws(CommandError)
}

extension ByteSink {
  func finish() throws(CommandError) {}
  func checkReader() throws(CommandError) {}
}

/// An open file descriptor.
struct DescriptorSink: ByteSink {
  let descriptor: Int32
  /// What messages call it.
  let name: String

  static let standardOutput = DescriptorSink(descriptor: STDOUT_FILENO, name: "standard output")
  static let standardError = DescriptorSink(descriptor: STDERR_FILENO, name: "standard error")

  /// Writes until the last byte; a reader that went away is a failure with no message to show.
  func write(_ bytes: [UInt8]) throws(CommandError) {
    var offset = 0
    while offset < bytes.count {
      let written = unsafe bytes.withUnsafeBytes { buffer in
        unsafe systemWrite(descriptor, UnsafeRawBufferPointer(rebasing: buffer[offset...]))
      }
      if written >= 0 {
        offset += written
      } else if errno == EPIPE {
        throw readerLeft
      } else if errno != EINTR && errno != EAGAIN {
        let system = SystemError.current
        throw CommandError(.inputOutput, "Writing to \(name) failed: \(system).")
      }
    }
  }

  /// One call of the system, which waits for nothing.
  func checkReader() throws(CommandError) {
    // Of what is not asked for, poll(2) tells errors and ends alone: the one is Linux's word for a
    // pipe without a reader, the other the BSDs'.
    var question = pollfd(fd: descriptor, events: 0, revents: 0)
    guard unsafe poll(&question, 1, 0) == 1 else { return }
    if question.revents & Int16(POLLERR | POLLHUP) != 0 { throw readerLeft }
  }

  private var readerLeft: CommandError {
    CommandError(.pipeClosed, "The reader of \(name) went away.")
  }
}

private func systemWrite(_ descriptor: Int32, _ buffer: UnsafeRawBufferPointer) -> Int {
  unsafe write(descriptor, buffer.baseAddress, buffer.count)
}
