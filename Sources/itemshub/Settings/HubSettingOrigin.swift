/// Where a setting's value comes from, in order of precedence.
enum HubSettingOrigin: Hashable, Sendable {
  case flag
  case environment(String)
  case file(path: String, line: Int)
  case defaults

  /// What `config` calls it.
  var name: String {
    switch self {
    case .flag: "the command line"
    case .environment(let variable): "the variable \(variable)"
    case .file(let path, let line): "\(path):\(line)"
    case .defaults: "the default"
    }
  }
}
