import ArgumentParsing

/// The value of `--color`.
package enum ColorChoice: String, CaseIterable, ArgumentValue {
  case auto, always, never

  /// Whether to use colour: the option, then NO_COLOR, CLICOLOR_FORCE, the setting, then TERM and
  /// the stream.
  ///
  /// See <https://no-color.org> and <https://bixense.com/clicolors/>.
  package func allowsColor(
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
