// The errors of Files as the command's.

import Files
import Storage

extension CommandError {
  /// Opens a file to be read.
  static func reading<Value>(
    _ name: String,
    _ body: () throws(FileError) -> Value
  ) throws(CommandError) -> Value {
    try running("Cannot read \(name)", .noInput, for: [.missing, .folder], body)
  }

  /// Makes a file or puts it in its place: where nothing can be, another place helps.
  static func making<Value>(
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
  /// Makes a folder and those that it is in; returns those that were made, the innermost first.
  func makeFolderOrExplain() throws(CommandError) -> [FilePath] {
    try CommandError.making("make the folder '\(self)'") { () throws(FileError) in
      try makeFolder()
    }
  }
}

extension FileDescriptor {
  /// A new file in the folder for temporary ones, which only the user may use.
  static func temporary(
    in folder: String,
    suffix: String = ""
  ) throws(CommandError) -> FileDescriptor {
    try CommandError.making("make a temporary file in '\(folder)'") { () throws(FileError) in
      try FilePath.temporary(in: folder, prefix: Release.program, suffix: suffix)
    }
  }
}
