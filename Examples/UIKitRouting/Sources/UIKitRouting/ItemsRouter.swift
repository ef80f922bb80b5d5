#if canImport(UIKit)
import ItemModels
import Storage
import SwiftUI
import UIKit

/// The flow of the list: from it, a person goes to an item.
@MainActor
package final class ItemsRouter: Router {
  private weak var navigation: UINavigationController?
  private let model: ItemListModel
  private let makeItem: @MainActor (ItemID, UINavigationController) -> any Router

  package init(
    navigation: UINavigationController,
    model: ItemListModel,
    makeItem: @escaping @MainActor (ItemID, UINavigationController) -> any Router
  ) {
    self.navigation = navigation
    self.model = model
    self.makeItem = makeItem
  }

  package func start() {
    let screen = ItemListScreen(model: model, onOpen: open)
    let controller = UIHostingController(rootView: screen)
    controller.title = "Items"
    let undo = UIAction(title: "Undo") { [model] _ in Task { await model.undo() } }
    controller.navigationItem.rightBarButtonItem = UIBarButtonItem(primaryAction: undo)
    navigation?.setViewControllers([controller], animated: false)
  }

  private func open(_ id: ItemID) {
    if let navigation { makeItem(id, navigation).start() }
  }
}
#endif
