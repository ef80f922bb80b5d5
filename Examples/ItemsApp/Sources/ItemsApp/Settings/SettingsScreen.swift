/// The settings.
@MainActor
package struct SettingsScreen: Screen {
  /// Where a person goes from here.
  package struct Actions: Sendable {
    /// Back.
    package let onDone: @MainActor () -> Void
  }

  /// The settings.
  package let model: SettingsModel
  /// Where a person goes from here.
  package let actions: Actions
}
