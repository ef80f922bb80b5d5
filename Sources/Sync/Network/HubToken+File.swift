// Tokens in files, which nobody but their owner may read.

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

extension HubToken {
  /// Reads a token out of a file that holds nothing else.
  ///
  /// - Throws: ``SyncError`` with code `unauthorized` where the file is not there, may be read by
  ///   others than its owner, or holds no token.
  public init(file path: String) throws(SyncError) {
    try self.init(bytes: SecretFile.read(path)[...], origin: "The token in '\(path)'")
  }
}

/// A small file of secrets.
package enum SecretFile {
  /// The bytes of a file that only its owner may read, or of a pipe.
  ///
  /// The permissions are those of the very file that is read, so that nobody can put another in its
  /// place in between.
  package static func read(_ path: String) throws(SyncError) -> [UInt8] {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure("Cannot read '\(path)'", errno) }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else {
      throw failure("Cannot read '\(path)'", errno)
    }
    guard status.st_mode & S_IFMT != S_IFREG || status.st_mode & 0o077 == 0 else {
      throw SyncError(
        .unauthorized,
        "'\(path)' holds secrets, but others may use it. Run 'chmod 600' on it, and renew the "
          + "tokens in it if others can log in here."
      )
    }
    return try bytes(of: descriptor, path)
  }

  private static func bytes(of descriptor: Int32, _ path: String) throws(SyncError) -> [UInt8] {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 4_096)
    while true {
      let count = unsafe systemRead(descriptor, &piece, piece.count)
      if count == 0 { return bytes }
      if count < 0 {
        guard errno == EINTR else { throw failure("Cannot read '\(path)'", errno) }
        continue
      }
      bytes += piece[..<count]
      guard bytes.count <= 65_536 else {
        throw SyncError(.unauthorized, "'\(path)' is too long for a file of tokens.")
      }
    }
  }

  private static func failure(_ what: String, _ number: Int32) -> SyncError {
    let words = unsafe strerror(number).map { unsafe String(cString: $0) } ?? "error \(number)"
    return SyncError(.unauthorized, "\(what): \(words).")
  }
}

private func systemRead(
  _ descriptor: Int32,
  _ buffer: UnsafeMutableRawPointer,
  _ count: Int
) -> Int {
  unsafe read(descriptor, buffer, count)
}
