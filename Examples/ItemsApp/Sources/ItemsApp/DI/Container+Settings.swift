// How the settings are made, and how the sync gets its hub from them.

import Foundation
import ItemContainer
import Registry
import Storage
import Sync

extension Container {
  /// The settings: in a file beside the store, in memory in previews and tests.
  package var settingsStore: Factory<SettingsStore> {
    self {
      let folder = self.storeLocation().path.map {
        URL(filePath: $0).deletingLastPathComponent()
      }
      return SettingsStore(file: folder?.appending(path: "settings.json"))
    }
    .onPreview { SettingsStore() }
    .onTest { SettingsStore() }
    .cached
  }

  /// The settings as they are edited; the parameter is told each change.
  @MainActor package var settingsModel:
    ParameterFactory<@MainActor (AppSettings) -> Void, SettingsModel>
  {
    self { @MainActor onChange in
      let store = self.settingsStore()
      var hub = store.settings.remote
      return SettingsModel(store: store) { settings in
        if settings.remote != hub { self.forgetHub() }
        hub = settings.remote
        onChange(settings)
      }
    }
  }

  /// Lets the sync reach the hub that the settings name; the program calls it at its start.
  package func syncWithHubOfSettings() {
    syncRemote.register { [unowned self] in settingsStore().settings.remote }
  }

  /// The next sync is one with the hub of the settings.
  private func forgetHub() {
    syncEngine.reset(.scope)
    networkService.reset(.scope)
  }
}
