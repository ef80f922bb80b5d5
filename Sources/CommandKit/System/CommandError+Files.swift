// The errors of Files as errors of the command.

package import Files
import Storage

extension CommandError {
  /// Opens a file for reading.
  package static func reading<Value>(
    _ name: String,
    _ body: () throws(FileError) -> Value
  ) throws(CommandError) -> Value {
    try running("Cannot read \(name)", .noInput, for: [.missing, .folder], body)
  }

  /// Makes or replaces a file; some errors say that another path is needed.
  package static func making<Value>(
    _ what: String,
    _ body: () throws(FileError) -> Value
  ) throws(CommandError) -> Value {
    try running("Cannot \(what)", .cannotCreate, for: [.readOnly, .exists], body)
  }

  private static func running<Value>(
    _ message: String,
    _ code: ExitCode,
    for kinds: [SystemError.Kind],
    _ body: () throws(FileError) -> Value
  ) throws(CommandError) -> Value {
    do throws(FileError) {
      return try body()
    } catch {
      let usual = ExitCode(StorageError.Code(error.reason))
      let code = kinds.contains(error.reason.kind) ? code : usual
      throw CommandError(code, "\(message): \(error.reason).")
    }
  }
}

extension FilePath {
  /// Makes a folder and its parents; returns the new ones, the innermost first.
  package func makeFolderOrExplain() throws(CommandError) -> [FilePath] {
    try CommandError.making("make the folder '\(self)'") { () throws(FileError) in
      try makeFolder()
    }
  }
}

extension FileDescriptor {
  /// A new file in the folder for temporary files, for the user alone.
  package static func temporary(
    in folder: String,
    prefix: String,
    suffix: String = ""
  ) throws(CommandError) -> FileDescriptor {
    try CommandError.making("make a temporary file in '\(folder)'") { () throws(FileError) in
      try FilePath.temporary(in: folder, prefix: prefix, suffix: suffix)
    }
  }
}
