/// What the process was started with, apart from its words.
struct ProcessEnvironment: Sendable {
  /// The environment variables.
  var variables: [String: String]
  /// The folder that it works in; nil if that is gone.
  var folder: String?

  /// Whether charts may be drawn with more than ASCII's characters.
  ///
  /// Not in a locale that has another encoding than UTF-8, nor on a terminal that is 'dumb'. Without
  /// any of the variables nothing is known, as in containers, whose terminals speak UTF-8.
  var allowsBlocks: Bool {
    if isDumb { return false }
    guard let locale = variable("LC_ALL") ?? variable("LC_CTYPE") ?? variable("LANG") else {
      return true
    }
    return locale.lowercased().filter { $0 != "-" }.contains("utf8")
  }

  /// Whether the terminal cannot move its cursor.
  var isDumb: Bool { variables["TERM"] == "dumb" }

  /// Where files go that are of use for a moment only.
  var temporaryFolder: String { variable("TMPDIR") ?? "/tmp" }

  /// A variable that is not empty.
  func variable(_ name: String) -> String? {
    variables[name].flatMap { $0.isEmpty ? nil : $0 }
  }
}
