/// Where the path of a store comes from.
enum StoreOrigin: Hashable, Sendable {
  /// `--store`, or options that ask for a store in memory.
  case options
  /// A variable of the environment, or a file of configuration.
  case setting(SettingOrigin)
  /// Nobody: it is the user's own store.
  case standard

  /// What `--verbose` calls it.
  var name: String {
    switch self {
    case .options: "the command line"
    case .setting(let origin): origin.name
    case .standard: "the default"
    }
  }
}
