/// What is known of the place where standard output goes.
struct Appearance: Sendable {
  /// Whether a person looks at it.
  var isTerminal: Bool
  /// The columns of a line; nil leaves lines as long as they are.
  var width: Int?
  /// Whether colours may be used.
  var usesColor: Bool
  /// Whether charts may be drawn with more than ASCII's characters.
  var usesBlocks = true

  /// What a pipe or a file gets.
  static let plain = Appearance(isTerminal: false, width: nil, usesColor: false)
}

/// The value of `--color`.
enum ColorChoice: String, CaseIterable, Sendable {
  case auto, always, never

  /// Whether to use colour: the option, then NO_COLOR, CLICOLOR_FORCE, the setting, then TERM and
  /// the stream.
  ///
  /// See <https://no-color.org> and <https://bixense.com/clicolors/>.
  func allowsColor(
    isTerminal: Bool,
    variables: [String: String],
    setting: ColorChoice = .auto
  ) -> Bool {
    switch self {
    case .always: return true
    case .never: return false
    case .auto: break
    }
    if let refusal = variables["NO_COLOR"], !refusal.isEmpty { return false }
    if let force = variables["CLICOLOR_FORCE"], !force.isEmpty, force != "0" { return true }
    if setting != .auto { return setting == .always }
    return isTerminal && variables["TERM"] != "dumb"
  }
}
