import CommandKit
import Files

/// Finds the files of configuration.
enum ConfigurationPath {
  /// The folder of the user's settings: `itemsctl` below `XDG_CONFIG_HOME`, by default `~/.config`.
  ///
  /// See <https://specifications.freedesktop.org/basedir-spec/latest/>, which has relative paths
  /// ignored.
  static func folder(_ environment: ProcessEnvironment) -> String? {
    if let folder = environment.variable("XDG_CONFIG_HOME"), folder.hasPrefix("/") {
      return "\(folder)/\(Itemsctl.name)"
    }
    guard let home = environment.variable("HOME"), home.hasPrefix("/") else { return nil }
    return "\(home)/.config/\(Itemsctl.name)"
  }

  /// The user's own file.
  static func user(_ environment: ProcessEnvironment) -> String? {
    folder(environment).map { "\($0)/config" }
  }

  /// The name of a project's file.
  static let projectName = ".itemsctl"

  /// A project's file.
  enum Project {
    case none
    case own(String)
    /// It belongs to another user, who may want to control the command.
    case foreign(String)
  }

  /// The nearest project file, in the working directory or above it.
  static func project(_ environment: ProcessEnvironment) -> Project {
    var folder = environment.folder
    while let current = folder {
      let path = "\(current == "/" ? "" : current)/\(projectName)"
      if let status = try? FilePath(path).status(), status.kind == .file {
        return status.isOwnOrRoots ? .own(path) : .foreign(path)
      }
      folder = FilePath(current).parent?.description
    }
    return .none
  }
}
