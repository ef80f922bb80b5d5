import Storage

/// The first router, which the program takes from the container; it owns the pages that are open.
@MainActor
package final class AppRouter: Router {
  /// The pages that are open.
  package let navigator: Navigator
  private let makeItems: @MainActor () -> ItemsRouter
  private var items: ItemsRouter?

  package init(navigator: Navigator, makeItems: @escaping @MainActor () -> ItemsRouter) {
    self.navigator = navigator
    self.makeItems = makeItems
  }

  package func start() {
    let items = makeItems()
    self.items = items
    items.start()
  }

  /// Goes to an item from wherever a person is, as a link does; a sheet stays in front of it.
  package func open(_ id: ItemID) { items?.open(id) }
}
