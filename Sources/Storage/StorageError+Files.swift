package import Files

extension StorageError {
  /// An error of Files as ours: what was being done, to what, the system's words, and a remedy.
  package init(_ error: FileError) {
    let code = Code(error.reason)
    // Unlike an existing store, a new one can be created elsewhere.
    guard error.operation != .making || code != .readOnly else {
      self.init(
        .cannotOpen,
        "Making '\(error.path)' failed: the file system may only be read. Give a path elsewhere."
      )
      return
    }
    self.init(code, "\(error) \(code.remedyForFile)")
  }

  /// Runs a call of Files and turns its error into ours.
  package static func catching<Value>(
    _ call: @autoclosure () throws(FileError) -> Value
  ) throws(StorageError) -> Value {
    do throws(FileError) {
      return try call()
    } catch {
      throw StorageError(error)
    }
  }

  /// The same error, naming the file that a person gave instead of a temporary file.
  package func renaming(_ temporary: String, to path: String) -> StorageError {
    let parts = message.split(separator: temporary, omittingEmptySubsequences: false)
    guard parts.count > 1 else { return self }
    var renamed = self
    renamed.message = parts.joined(separator: path)
    return renamed
  }
}

extension StorageError.Code {
  /// Our code for the system's.
  package init(_ error: SystemError) {
    self =
      switch error.kind {
      case .missing, .folder, .unreachable: .cannotOpen
      case .permission: .permission
      case .readOnly: .readOnly
      case .full: .full
      case .busy: .busy
      case .exists, .pipeClosed, .unsupported, .other: .inputOutput
      }
  }

  /// What a person can do about it.
  fileprivate var remedyForFile: String {
    switch self {
    case .cannotOpen: "Check that the path leads to a file in a folder that is there."
    case .permission: "Check the permissions of the file and of its folder."
    case .readOnly: "The file system may only be read; keep the store elsewhere."
    case .full: "Free some space and try again; nothing was changed."
    case .busy: "Another process is writing to it; try again in a moment."
    default: "Check the disk; nothing was changed."
    }
  }
}
