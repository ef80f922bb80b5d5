import ChildProcesses
import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Gives bytes piece by piece; nil at the end.
protocol ByteSource: Sendable {
  /// The next bytes, at least one, or nil at the end.
  func next() throws(CommandError) -> [UInt8]?
  /// How many bytes there are in all, if that is known before they are read.
  var size: Int? { get }
}

extension ByteSource {
  var size: Int? { nil }

  /// All bytes up to the end, of which there may only be so many.
  func readAll(limit: Int, of what: String) throws(CommandError) -> [UInt8] {
    var bytes: [UInt8] = []
    while let piece = try next() {
      bytes += piece
      guard bytes.count <= limit else {
        throw CommandError(.badData, "\(what) is longer than \(limit) bytes.")
      }
    }
    return bytes
  }

  /// All text up to the end, which must be UTF-8; `consequence` says what became of the work else.
  func readText(
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

/// An open file, closed with its last user; or a stream of the process, left open.
final class DescriptorSource: ByteSource {
  private let descriptor: Int32
  private let ownsDescriptor: Bool
  private let name: String
  /// What is done before the first byte is waited for.
  private let announce: @Sendable () -> Void
  private let isAnnounced = Atomic<Bool>(false)

  static let standardInput = DescriptorSource(STDIN_FILENO, owned: false, name: "standard input")

  init(
    _ descriptor: Int32,
    owned: Bool,
    name: String,
    announce: @escaping @Sendable () -> Void = {}
  ) {
    self.descriptor = descriptor
    ownsDescriptor = owned
    self.name = name
    self.announce = announce
  }

  /// The same stream, of which a person is told before it is waited for.
  func announced(by announce: @escaping @Sendable () -> Void) -> DescriptorSource {
    DescriptorSource(descriptor, owned: false, name: name, announce: announce)
  }

  /// Opens a file for reading.
  convenience init(path: String) throws(CommandError) {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      let system = SystemError.current
      throw CommandError(system.codeForReading, "Cannot read '\(path)': \(system).")
    }
    var status = stat()
    if unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
      close(descriptor)
      throw CommandError(.noInput, "Cannot read '\(path)': it is a folder.")
    }
    self.init(descriptor, owned: true, name: "'\(path)'")
  }

  deinit {
    if ownsDescriptor { close(descriptor) }
  }

  func next() throws(CommandError) -> [UInt8]? {
    if !isAnnounced.exchange(true, ordering: .relaxed) { announce() }
    while true {
      var count = 0
      let bytes = unsafe [UInt8](unsafeUninitializedCapacity: 262_144) { buffer, initialized in
        count = unsafe read(descriptor, buffer.baseAddress, buffer.count)
        initialized = max(0, count)
      }
      if count > 0 { return bytes }
      if count == 0 { return nil }
      guard errno == EINTR else {
        let system = SystemError.current
        throw CommandError(.inputOutput, "Reading \(name) failed: \(system).")
      }
    }
  }

  /// Whether the bytes are all there already, as in a file, and need not be waited for.
  var isRegularFile: Bool { size != nil }

  /// The size of a file.
  var size: Int? {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      return nil
    }
    return Int(status.st_size)
  }

  /// Moves back to the first byte of a file.
  func rewind() throws(CommandError) {
    guard lseek(descriptor, 0, SEEK_SET) == 0 else {
      throw CommandError(.inputOutput, "Reading \(name) failed: \(SystemError.current).")
    }
  }
}
