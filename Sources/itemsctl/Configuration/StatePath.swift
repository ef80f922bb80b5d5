import CommandKit
import Files

/// Finds the folder for what the command remembers: neither data nor settings, and no loss on another machine.
enum StatePath {
  /// `itemsctl` below `XDG_STATE_HOME`, by default `~/.local/state`; nil without a home folder.
  ///
  /// See <https://specifications.freedesktop.org/basedir-spec/latest/>, which has relative paths
  /// ignored.
  static func folder(_ environment: ProcessEnvironment) -> FilePath? {
    if let folder = environment.variable("XDG_STATE_HOME"), folder.hasPrefix("/") {
      return FilePath("\(folder)/\(Itemsctl.name)")
    }
    guard let home = environment.variable("HOME"), home.hasPrefix("/") else { return nil }
    return FilePath("\(home)/.local/state/\(Itemsctl.name)")
  }
}
