import Files

/// A folder of one test's own, removed with it.
final class TemporaryFolder {
  let path: FilePath

  init() throws {
    let file = try FilePath.temporary(in: "/tmp", prefix: "files-tests", suffix: ".folder")
    path = FilePath(file.path)
    try path.remove()
    try path.makeFolder()
  }

  deinit {
    for name in path.names ?? [] {
      try? path.sibling("\(path.name)/\(name)").remove()
      FilePath.removeEmptyFolders([path.sibling("\(path.name)/\(name)")])
    }
    FilePath.removeEmptyFolders([path])
  }

  func file(_ name: String) -> FilePath { FilePath("\(path)/\(name)") }

  /// Makes a file with a text in it.
  @discardableResult
  func file(_ name: String, _ text: String) throws -> FilePath {
    try FileDescriptor(file(name).description, .createNew).write(Array(text.utf8))
    return file(name)
  }

  var names: [String] { (path.names ?? []).sorted() }
}

extension FilePath {
  /// What the file holds.
  func text() throws -> String {
    String(decoding: try FileDescriptor(description, .read).readAll(), as: UTF8.self)
  }
}
