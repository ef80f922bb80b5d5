import Files

extension HubToken {
  /// Reads a token from a file that contains nothing else.
  ///
  /// - Throws: ``SyncError`` with code `unauthorized` if the file is missing, may be read by others
  ///   than its owner, or holds no token.
  public init(file path: String) throws(SyncError) {
    try self.init(bytes: SecretFile.read(path)[...], origin: "The token in '\(path)'")
  }
}

/// A small file of secrets.
package enum SecretFile {
  /// The bytes of a file that only its owner may read, or of a pipe.
  ///
  /// It checks the permissions of the open file, so that nobody can replace the file in between.
  package static func read(_ path: String) throws(SyncError) -> [UInt8] {
    let status: FileStatus
    var bytes: [UInt8] = []
    do throws(FileError) {
      let file = try FileDescriptor(path, .read)
      status = try file.status()
      // Reads one byte more than allowed, to notice a file that is too long.
      while bytes.count <= limit, case let piece = try file.read(atMost: limit + 1), !piece.isEmpty
      {
        bytes += piece
      }
    } catch {
      throw SyncError(.unauthorized, "Cannot read '\(path)': \(error.reason).")
    }
    guard status.kind != .file || status.permissions & 0o077 == 0 else {
      throw SyncError(
        .unauthorized,
        "'\(path)' holds secrets, but others may use it. Run 'chmod 600' on it, and renew the "
          + "tokens in it if others can log in here."
      )
    }
    guard bytes.count <= limit else {
      throw SyncError(.unauthorized, "'\(path)' is too long for a file of tokens.")
    }
    return bytes
  }

  private static let limit = 65_536
}
