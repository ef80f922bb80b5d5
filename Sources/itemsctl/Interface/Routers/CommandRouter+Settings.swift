import ArgumentParsing

/// A setting as a person sees it.
struct SettingRow: Sendable, Equatable {
  var name: String
  /// What it is for.
  var help: String
  /// The value; nil for one that is not set.
  var value: String?
  /// Where the value comes from.
  var origin: String?
}

extension CommandRouter {
  /// Shows the settings, which are changed there.
  func showSettings() {
    let state = SettingsScreen.State(settings())
    navigator.show(
      SettingsScreen(
        state: state,
        onChange: { changeSetting($0, state) },
        onUnset: { unsetSetting($0, state) },
        onLeave: navigator.leaver()
      )
    )
  }

  /// Has a person type the value of a setting.
  private func changeSetting(_ row: SettingRow, _ state: SettingsScreen.State) {
    let leave = navigator.leaver()
    let (runCommand, settings) = (runCommand, settings)
    let screen = PromptScreen(
      name: row.name,
      prompt: "\(row.name): ",
      state: PromptScreen.State(row.value ?? ""),
      preview: { _ in "\(row.help.prefix(1).uppercased())\(row.help.dropFirst())." },
      onEnter: { value in
        let answer = await runCommand(["config", "set", row.name, "--", value])
        if answer.isFailure { return answer.summary }
        leave()
        state.rows = settings()
        navigator.onSettings()
        navigator.say(answer.summary)
        return nil
      },
      onLeave: leave
    )
    navigator.show(screen)
    screen.ask()
  }

  private func unsetSetting(_ row: SettingRow, _ state: SettingsScreen.State) {
    guard row.value != nil else { return navigator.say("'\(row.name)' is not set.") }
    Task {
      let answer = await runCommand(["config", "unset", row.name])
      state.rows = settings()
      navigator.onSettings()
      navigator.say(answer.summary)
    }
  }
}
