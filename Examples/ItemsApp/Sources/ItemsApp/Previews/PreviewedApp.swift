import Foundation
import ItemContainer
import Registry
import Storage

/// The app in a state of previews, led to one of its screens as a person goes there.
@MainActor
package final class PreviewedApp {
  /// The screens.
  package enum Place: String, CaseIterable, Sendable {
    case list
    case item
    case form
    case sync
    case settings
  }

  /// The app's router, which has started.
  package let router: AppRouter
  /// What the app is made of.
  package let container: Container
  private let state: PreviewState

  /// Starts the app on a store and a hub of its own.
  package init(_ state: PreviewState, now: Date = Date()) {
    self.state = state
    container = state.container(now: now)
    router = container.appRouter()
    router.start()
  }

  /// Brings the state about and goes to a screen; stays at the list where there is no item to go to.
  package func go(to place: Place) async throws {
    try await state.prepare(container)
    guard let list = router.navigator.top as? ItemListScreen else { return }
    switch place {
    case .list: break
    case .item: try await open(from: list)
    case .form:
      try await open(from: list)
      try await edit()
    case .sync:
      list.actions.onSync()
      guard state == .offline, let screen = router.navigator.top as? SyncScreen else { return }
      await screen.model.sync()
    case .settings: list.actions.onSettings()
    }
  }

  private func open(from list: ItemListScreen) async throws {
    let items = try await container.itemRepository().items(list.model.query)
    guard let item = items.first(where: { !$0.notes.isEmpty }) ?? items.first else { return }
    list.actions.onOpen(item.id)
  }

  /// Edits the item; in the state with conflicts, somebody else does so at the same time.
  private func edit() async throws {
    guard let screen = router.navigator.top as? ItemScreen else { return }
    screen.actions.onEdit()
    guard state == .conflicted, let form = router.navigator.top as? EditScreen else { return }
    let model = form.model
    await until { model.phase != .loading }
    model.form.title = "Shopping"
    guard var item = model.editing?.stored else { return }
    item.title = "Groceries"
    try await container.itemRepository().update(item)
  }
}
