// The errors of Files as the command's.

import Files
import Storage

extension CommandError {
  /// A file that could not be read.
  init(reading name: String, _ error: FileError) {
    let code =
      [.missing, .folder].contains(error.reason.kind)
      ? ExitCode.noInput : ExitCode(StorageError.Code(error.reason))
    self.init(code, "Cannot read \(name): \(error.reason).")
  }

  /// A file that could not be made or put in its place: where nothing can be, another place helps.
  init(making what: String, _ error: FileError) {
    let code =
      [.readOnly, .exists].contains(error.reason.kind)
      ? ExitCode.cannotCreate : ExitCode(StorageError.Code(error.reason))
    self.init(code, "Cannot \(what): \(error.reason).")
  }
}

extension FilePath {
  /// Makes a folder and those that it is in; returns those that were made, the innermost first.
  func makeFolderOrExplain() throws(CommandError) -> [FilePath] {
    do throws(FileError) {
      return try makeFolder()
    } catch {
      throw CommandError(making: "make the folder '\(self)'", error)
    }
  }
}
