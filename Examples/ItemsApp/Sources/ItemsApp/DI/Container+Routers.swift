// How routers are made. A router holds the container by its makers, and the container no router.

import ItemContainer
import ItemModels
import Registry
import Storage

extension Container {
  /// The pages that are open; they live as long as the app's router.
  @MainActor package var navigator: Factory<Navigator> {
    self { @MainActor in Navigator() }.shared
  }

  /// The app's router.
  @MainActor package var appRouter: Factory<AppRouter> {
    self { @MainActor in
      AppRouter(navigator: self.navigator(), makeItems: { self.itemsRouter() })
    }
  }

  /// The router of the list.
  @MainActor package var itemsRouter: Factory<ItemsRouter> {
    self { @MainActor in
      ItemsRouter(
        navigator: self.navigator(),
        list: self.itemListModel(self.settingsStore().settings.query),
        makeScreen: { self.itemListScreen(($0, $1)) },
        makeItem: { self.itemRouter($0) },
        makeSync: { self.syncRouter($0) },
        makeSettings: { self.settingsRouter($0) }
      )
    }
  }

  /// The routers of items.
  @MainActor package var itemRouter: ParameterFactory<ItemRouter.Flow, ItemRouter> {
    self { @MainActor flow in
      ItemRouter(
        navigator: self.navigator(),
        flow: flow,
        makeScreen: { self.itemScreen(($0, $1)) },
        makeEditScreen: { self.editScreen(($0, $1)) }
      )
    }
  }

  /// The router of the sync.
  @MainActor package var syncRouter: ParameterFactory<SyncRouter.Flow, SyncRouter> {
    self { @MainActor flow in
      SyncRouter(
        navigator: self.navigator(),
        flow: flow,
        makeScreen: { self.syncScreen($0) }
      )
    }
  }

  /// The router of the settings.
  @MainActor package var settingsRouter: ParameterFactory<SettingsRouter.Flow, SettingsRouter> {
    self { @MainActor flow in
      SettingsRouter(
        navigator: self.navigator(),
        flow: flow,
        makeScreen: { self.settingsScreen(($0, $1)) }
      )
    }
  }
}
