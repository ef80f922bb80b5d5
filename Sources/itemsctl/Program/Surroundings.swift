// The environment variables, and the folders that follow from them.

/// What the process was started with, apart from its words.
struct Surroundings: Sendable {
  /// The environment variables.
  var variables: [String: String]

  /// A variable that is not empty.
  func variable(_ name: String) -> String? {
    variables[name].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The folder of the default store. <https://specifications.freedesktop.org/basedir-spec/>
  var dataFolder: String? {
    #if canImport(Darwin)
    folder(xdg: "XDG_DATA_HOME", home: "Library/Application Support")
    #else
    folder(xdg: "XDG_DATA_HOME", home: ".local/share")
    #endif
  }

  /// The folder of the configuration.
  var configFolder: String? { folder(xdg: "XDG_CONFIG_HOME", home: ".config") }

  private func folder(xdg: String, home: String) -> String? {
    // The specification has relative paths ignored.
    if let path = variable(xdg), path.hasPrefix("/") { return "\(path)/itemsctl" }
    return variable("HOME").map { "\($0)/\(home)/itemsctl" }
  }
}
