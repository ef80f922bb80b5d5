import ItemModels
import Storage

/// The flow of the list: from it, a person goes to an item, to the sync and to the settings.
@MainActor
package final class ItemsRouter: Router {
  private weak var navigator: Navigator?
  private let list: ItemListModel
  private let makeScreen: @MainActor (ItemListModel, ItemListScreen.Actions) -> ItemListScreen
  private let makeItem: @MainActor (ItemRouter.Flow) -> any Router
  private let makeSync: @MainActor (SyncRouter.Flow) -> any Router
  private let makeSettings: @MainActor (SettingsRouter.Flow) -> any Router

  package init(
    navigator: Navigator,
    list: ItemListModel,
    makeScreen: @escaping @MainActor (ItemListModel, ItemListScreen.Actions) -> ItemListScreen,
    makeItem: @escaping @MainActor (ItemRouter.Flow) -> any Router,
    makeSync: @escaping @MainActor (SyncRouter.Flow) -> any Router,
    makeSettings: @escaping @MainActor (SettingsRouter.Flow) -> any Router
  ) {
    self.navigator = navigator
    self.list = list
    self.makeScreen = makeScreen
    self.makeItem = makeItem
    self.makeSync = makeSync
    self.makeSettings = makeSettings
  }

  package func start() {
    let actions = ItemListScreen.Actions(onOpen: open, onSync: sync, onSettings: settings)
    navigator?.show(makeScreen(list, actions))
  }

  /// Goes to an item.
  package func open(_ id: ItemID) {
    let list = list
    let flow = ItemRouter.Flow(
      id: id,
      onComplete: { Task { await list.complete([id]) } },
      onReopen: { Task { await list.reopen([id]) } },
      onDelete: { Task { await list.delete([id]) } }
    )
    makeItem(flow).start()
  }

  private func sync() { makeSync(SyncRouter.Flow(onSettings: settings)).start() }

  private func settings() {
    let list = list
    makeSettings(SettingsRouter.Flow(onChange: { list.query = $0.query })).start()
  }
}
