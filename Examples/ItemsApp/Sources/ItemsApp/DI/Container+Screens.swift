// How screens are made: each with models of its own, and with the actions that its router gives.

import ItemContainer
import ItemModels
import Registry
import Storage

extension Container {
  /// The list.
  @MainActor package var itemListScreen:
    ParameterFactory<(ItemListModel, ItemListScreen.Actions), ItemListScreen>
  {
    self { @MainActor model, actions in
      ItemListScreen(model: model, search: self.searchModel(.all), actions: actions)
    }
  }

  /// The screens of items.
  @MainActor package var itemScreen: ParameterFactory<(ItemID, ItemScreen.Actions), ItemScreen> {
    self { @MainActor id, actions in
      ItemScreen(model: self.itemModel(id), actions: actions)
    }
  }

  /// The forms of items.
  @MainActor package var editScreen: ParameterFactory<(ItemID, EditScreen.Actions), EditScreen> {
    self { @MainActor id, actions in
      EditScreen(model: self.itemModel(id), actions: actions)
    }
  }

  /// The sync.
  @MainActor package var syncScreen: ParameterFactory<SyncScreen.Actions, SyncScreen> {
    self { @MainActor actions in
      SyncScreen(model: self.syncModel(), actions: actions)
    }
  }

  /// The settings.
  @MainActor package var settingsScreen:
    ParameterFactory<(SettingsRouter.Flow, SettingsScreen.Actions), SettingsScreen>
  {
    self { @MainActor flow, actions in
      SettingsScreen(model: self.settingsModel(flow.onChange), actions: actions)
    }
  }
}
