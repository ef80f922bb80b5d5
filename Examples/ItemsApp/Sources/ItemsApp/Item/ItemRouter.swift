import Storage

/// The flow of one item: it is shown, and edited on a sheet.
@MainActor
package final class ItemRouter: Router {
  /// Which item, and what the flow before this one does with it.
  package struct Flow: Sendable {
    package let id: ItemID
    package let onComplete: @MainActor () -> Void
    package let onReopen: @MainActor () -> Void
    package let onDelete: @MainActor () -> Void
  }

  private weak var navigator: Navigator?
  private let flow: Flow
  private let makeScreen: @MainActor (ItemID, ItemScreen.Actions) -> ItemScreen
  private let makeEditScreen: @MainActor (ItemID, EditScreen.Actions) -> EditScreen

  package init(
    navigator: Navigator,
    flow: Flow,
    makeScreen: @escaping @MainActor (ItemID, ItemScreen.Actions) -> ItemScreen,
    makeEditScreen: @escaping @MainActor (ItemID, EditScreen.Actions) -> EditScreen
  ) {
    self.navigator = navigator
    self.flow = flow
    self.makeScreen = makeScreen
    self.makeEditScreen = makeEditScreen
  }

  package func start() {
    let actions = ItemScreen.Actions(
      onEdit: edit,
      onComplete: flow.onComplete,
      onReopen: flow.onReopen,
      onDelete: delete
    )
    navigator?.push(makeScreen(flow.id, actions))
  }

  private func edit() {
    let actions = EditScreen.Actions(onDone: { [weak navigator] in navigator?.dismiss() })
    navigator?.present(makeEditScreen(flow.id, actions))
  }

  /// Goes back at once; where the deletion fails, the list says so.
  private func delete() {
    navigator?.pop()
    flow.onDelete()
  }
}
