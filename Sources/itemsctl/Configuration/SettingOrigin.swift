import Files

/// Where a setting's value comes from, in order of precedence.
enum SettingOrigin: Hashable, Sendable {
  /// A variable of the environment.
  case environment(String)
  /// The file of the project in the working directory.
  case project(path: String, line: Int)
  /// The user's own file.
  case user(path: String, line: Int)

  /// What `config` and `--verbose` call it.
  var name: String {
    switch self {
    case .environment(let variable): "the variable \(variable)"
    case .project(let path, let line), .user(let path, let line): "\(path):\(line)"
    }
  }

  /// The file.
  var path: String? {
    switch self {
    case .environment: nil
    case .project(let path, _), .user(let path, _): path
    }
  }

  /// The folder of the file, to which paths are relative.
  var folder: String? { path.flatMap { FilePath($0).parent?.description } }
}
