/// The environment variables and the working directory of the process.
package struct ProcessEnvironment: Sendable {
  /// The environment variables.
  package var variables: [String: String]
  /// The working directory; nil if it no longer exists.
  package var folder: String?

  package init(variables: [String: String], folder: String? = nil) {
    self.variables = variables
    self.folder = folder
  }

  /// Whether charts may use other characters than ASCII.
  ///
  /// False in a locale with another encoding than UTF-8 and on a 'dumb' terminal. True without
  /// any of the variables, as in containers, whose terminals use UTF-8.
  package var allowsBlocks: Bool {
    if isDumb { return false }
    guard let locale = variable("LC_ALL") ?? variable("LC_CTYPE") ?? variable("LANG") else {
      return true
    }
    // As in `de_DE.UTF-8@euro`, or `UTF-8` alone.
    let encoding = locale.split(separator: ".").last.map { $0.prefix { $0 != "@" } }
    return ["utf-8", "utf8"].contains(encoding?.lowercased())
  }

  /// Whether the terminal cannot move its cursor.
  package var isDumb: Bool { variables["TERM"] == "dumb" }

  /// True if progress may redraw a line of the terminal.
  ///
  /// A dumb terminal cannot redraw. A user may turn it off: a screen reader reads each such line
  /// aloud.
  package var allowsProgress: Bool { !isDumb && variable("ITEMSCTL_PROGRESS") != "none" }

  /// The folder for temporary files.
  package var temporaryFolder: String { variable("TMPDIR") ?? "/tmp" }

  /// A variable that is not empty.
  package func variable(_ name: String) -> String? {
    variables[name].flatMap { $0.isEmpty ? nil : $0 }
  }
}
