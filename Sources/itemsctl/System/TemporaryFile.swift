// A file that takes its name only when it is whole.

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A new file beside its final place; renamed to it in one step, or removed.
struct TemporaryFile: ~Copyable {
  /// Takes the bytes.
  let sink: DescriptorSink
  private let path: String
  private let temporaryPath: String
  private var isKept = false

  /// Makes an empty file beside `path`, which stays as it is for now.
  init(for path: String) throws(CommandFailure) {
    self.path = path
    temporaryPath = "\(path).\(getpid()).tmp"
    let descriptor = unsafe open(temporaryPath, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else {
      let system = SystemError.current
      throw CommandFailure(system.codeForCreating, "Cannot write '\(path)': \(system).")
    }
    sink = DescriptorSink(descriptor: descriptor, name: "'\(path)'")
    Interruption.remove(temporaryPath)
  }

  /// Gives the file its name, once the disk has it.
  consuming func keep() throws(CommandFailure) {
    guard fsync(sink.descriptor) == 0 else {
      let system = SystemError.current
      throw CommandFailure(.inputOutput, "Writing '\(path)' failed: \(system).")
    }
    guard unsafe rename(temporaryPath, path) == 0 else {
      let system = SystemError.current
      throw CommandFailure(system.codeForCreating, "Cannot write '\(path)': \(system).")
    }
    isKept = true
  }

  deinit {
    close(sink.descriptor)
    if !isKept { unsafe unlink(temporaryPath) }
    Interruption.remove(nil)
  }
}
