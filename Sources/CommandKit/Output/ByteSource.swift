import Files
import Synchronization

/// Gives bytes piece by piece; nil at the end.
package protocol ByteSource: Sendable {
  /// The next bytes, at least one, or nil at the end.
  func next() throws(CommandError) -> [UInt8]?
  /// The number of bytes in all, if that is known before they are read.
  var size: Int? { get }
}

extension ByteSource {
  package var size: Int? { nil }

  /// All bytes up to the end; throws if there are more than `limit`.
  package func readAll(limit: Int, of what: String) throws(CommandError) -> [UInt8] {
    var bytes: [UInt8] = []
    while let piece = try next() {
      bytes += piece
      guard bytes.count <= limit else {
        throw CommandError(.badData, "\(what) is longer than \(limit) bytes.")
      }
    }
    return bytes
  }

  /// All text up to the end; throws if it is not UTF-8, with `consequence` in the message.
  package func readText(
    limit: Int,
    of what: String,
    _ consequence: String
  ) throws(CommandError) -> String {
    let bytes = try readAll(limit: limit, of: what)
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw CommandError(.badData, "\(what) is not valid UTF-8; \(consequence).")
    }
    return text
  }
}

/// An open file or a stream of the process.
package final class DescriptorSource: ByteSource {
  private let descriptor: FileDescriptor
  private let name: String
  /// Called before waiting for the first byte.
  private let announce: @Sendable () -> Void
  private let isAnnounced = Atomic<Bool>(false)

  package static let standardInput = DescriptorSource(.standardInput)

  init(
    _ descriptor: FileDescriptor,
    name: String? = nil,
    announce: @escaping @Sendable () -> Void = {}
  ) {
    self.descriptor = descriptor
    self.name = name ?? descriptor.path
    self.announce = announce
  }

  /// The same stream, which calls `announce` before waiting for the first byte.
  package func announced(by announce: @escaping @Sendable () -> Void) -> DescriptorSource {
    DescriptorSource(descriptor, name: name, announce: announce)
  }

  /// Opens a file for reading.
  package convenience init(path: String) throws(CommandError) {
    let descriptor = try CommandError.reading("'\(path)'") { () throws(FileError) in
      try FileDescriptor(path, .read)
    }
    if (try? descriptor.status())?.kind == .folder {
      throw CommandError(.noInput, "Cannot read '\(path)': it is a folder.")
    }
    self.init(descriptor, name: "'\(path)'")
  }

  package func next() throws(CommandError) -> [UInt8]? {
    if !isAnnounced.exchange(true, ordering: .relaxed) { announce() }
    let bytes = try read { () throws(FileError) in try descriptor.read() }
    return bytes.isEmpty ? nil : bytes
  }

  /// Whether it is a file, whose bytes need not be waited for.
  package var isRegularFile: Bool { size != nil }

  /// The size of a file.
  package var size: Int? {
    guard let status = try? descriptor.status(), status.kind == .file else { return nil }
    return Int(status.size)
  }

  /// Copies the stream to an unnamed temporary file, which disappears when it is closed.
  package func copied(to folder: String) throws(CommandError) -> DescriptorSource {
    let file = try FileDescriptor.temporary(in: folder, prefix: "input")
    try? FilePath(file.path).remove()
    let name = "the temporary file in '\(folder)'"
    let sink = DescriptorSink(file, name: name)
    while let bytes = try next() { try sink.write(bytes) }
    let copy = DescriptorSource(file, name: name)
    try copy.read { () throws(FileError) in try file.rewind() }
    return copy
  }

  private func read<Value>(_ body: () throws(FileError) -> Value) throws(CommandError) -> Value {
    do throws(FileError) {
      return try body()
    } catch {
      throw CommandError(.inputOutput, "Reading \(name) failed: \(error.reason).")
    }
  }
}
