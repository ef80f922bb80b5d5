import ItemsApp
import Registry
import Storage
import Testing

/// The app as it has started in a container, without a screen that anybody sees.
@MainActor
struct StartedApp {
  let container: Container
  let navigator: Navigator
  let list: ItemListScreen
  let router: AppRouter

  init(_ container: Container) async throws {
    self.container = container
    router = container.appRouter()
    navigator = router.navigator
    router.start()
    list = try #require(navigator.top as? ItemListScreen)
    let model = list.model
    await until { model.phase != .loading }
  }

  init(_ state: PreviewState) async throws {
    let container = state.container()
    try await state.prepare(container)
    try await self.init(container)
  }

  /// The screen that a person sees, of this type.
  func top<Top: Screen>(_ type: Top.Type = Top.self) throws -> Top {
    try #require(navigator.top as? Top)
  }

  /// Goes to an item by its title, as a person does.
  func open(_ title: String) async throws -> ItemScreen {
    let item = try #require(list.model.items.first { $0.title == title })
    list.actions.onOpen(item.id)
    let screen = try top(ItemScreen.self)
    await until { screen.model.item != nil }
    return screen
  }
}
