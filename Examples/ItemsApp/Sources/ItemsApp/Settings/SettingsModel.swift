import Observation

/// The settings as they are edited: each change is stored, and told, at once.
@MainActor @Observable
package final class SettingsModel {
  /// The settings.
  package var settings: AppSettings {
    didSet {
      guard settings != oldValue else { return }
      store.settings = settings
      onChange(settings)
    }
  }

  @ObservationIgnored private let store: SettingsStore
  @ObservationIgnored private let onChange: @MainActor (AppSettings) -> Void

  package init(store: SettingsStore, onChange: @escaping @MainActor (AppSettings) -> Void) {
    self.store = store
    self.onChange = onChange
    settings = store.settings
  }
}
