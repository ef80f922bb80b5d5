/// The flow of the settings, on a sheet.
@MainActor
package final class SettingsRouter: Router {
  /// What the flow before this one does with a change.
  package struct Flow: Sendable {
    package let onChange: @MainActor (AppSettings) -> Void
  }

  private weak var navigator: Navigator?
  private let flow: Flow
  private let makeScreen: @MainActor (Flow, SettingsScreen.Actions) -> SettingsScreen

  package init(
    navigator: Navigator,
    flow: Flow,
    makeScreen: @escaping @MainActor (Flow, SettingsScreen.Actions) -> SettingsScreen
  ) {
    self.navigator = navigator
    self.flow = flow
    self.makeScreen = makeScreen
  }

  package func start() {
    let actions = SettingsScreen.Actions(onDone: { [weak navigator] in navigator?.dismiss() })
    navigator?.present(makeScreen(flow, actions))
  }
}
