import Files
import Sync

/// The user's file of tokens, changed line by line: what stands in other lines stays as it is.
struct CredentialsFile {
  private let path: FilePath

  /// `itemsctl/credentials` below the folder for settings.
  ///
  /// - Throws: ``CommandError`` where there is no such folder, as without a home.
  init(_ environment: ProcessEnvironment) throws(CommandError) {
    guard let path = HubAccess.credentialsPath(environment) else {
      throw CommandError(
        .configuration,
        "There is no folder to keep the token in: neither HOME nor XDG_CONFIG_HOME is set.",
        help: ["Set one of them, or give 'itemsctl sync' the token by '--token-file'."]
      )
    }
    self.path = FilePath(path)
  }

  /// The file's name in messages.
  var name: String { "'\(path)'" }

  /// Keeps a token for a remote, in place of the one that was kept.
  func keep(_ token: HubToken, for remote: Remote) throws {
    var lines = try lines().filter { address(of: $0) != remote.description }
    lines.append("\(remote) \(token.text)")
    try write(lines)
  }

  /// Forgets the token of a remote; returns whether there was one.
  func forget(_ remote: Remote) throws -> Bool {
    let before = try lines()
    let after = before.filter { address(of: $0) != remote.description }
    guard after.count < before.count else { return false }
    try write(after)
    return true
  }

  /// The file's lines; none if there is no file.
  private func lines() throws -> [String] {
    guard path.exists else { return [] }
    var lines = try Credentials.lines(of: path.description)
    // A file that cannot be used is reported before anything is written to it.
    _ = try Credentials(lines: lines, of: path.description)
    if lines.last == "" { lines.removeLast() }
    return lines
  }

  private func address(of line: String) -> String? {
    line.split { $0 == " " || $0 == "\t" || $0 == "\r" }.first.map(String.init)
  }

  /// Replaces the file in one step; a link stays a link.
  private func write(_ lines: [String]) throws {
    let folder = path.folder
    if !folder.exists {
      _ = try folder.makeFolderOrExplain()
      try? folder.setPermissions(0o700)
    }
    try CommandError.making("write \(name)") { () throws(FileError) in
      let unfinished = UnfinishedFile(for: path.resolvedIfThere)
      let file = try unfinished.make(permissions: 0o600)
      try file.write(Array(lines.map { "\($0)\n" }.joined().utf8))
      try file.synchronize()
      try unfinished.replace()
    }
  }
}
