/// The flow of the sync.
@MainActor
package final class SyncRouter: Router {
  /// Where else a person goes from here.
  package struct Flow: Sendable {
    /// To the settings, which name the hub.
    package let onSettings: @MainActor () -> Void
  }

  private weak var navigator: Navigator?
  private let flow: Flow
  private let makeScreen: @MainActor (SyncScreen.Actions) -> SyncScreen

  package init(
    navigator: Navigator,
    flow: Flow,
    makeScreen: @escaping @MainActor (SyncScreen.Actions) -> SyncScreen
  ) {
    self.navigator = navigator
    self.flow = flow
    self.makeScreen = makeScreen
  }

  package func start() {
    navigator?.push(makeScreen(SyncScreen.Actions(onSettings: settings)))
  }

  /// The sync screen is left: its model knows the hub as it was.
  private func settings() {
    navigator?.pop()
    flow.onSettings()
  }
}
