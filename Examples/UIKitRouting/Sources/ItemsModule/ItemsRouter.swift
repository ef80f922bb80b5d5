#if canImport(UIKit)
import Routing
import Storage
import UIKit

/// The flow of the list: from it, a person goes to an item.
@MainActor
final class ItemsRouter: ModuleRouter {
  var rootViewController: UIViewController { navigation }

  private let navigation: UINavigationController
  private let makeList: @MainActor (@escaping @MainActor (ItemID) -> Void) -> UIViewController
  private let makeItem: @MainActor (ItemID, UINavigationController) -> any Router

  init(
    navigation: UINavigationController,
    makeList: @escaping @MainActor (@escaping @MainActor (ItemID) -> Void) -> UIViewController,
    makeItem: @escaping @MainActor (ItemID, UINavigationController) -> any Router
  ) {
    self.navigation = navigation
    self.makeList = makeList
    self.makeItem = makeItem
  }

  func start() {
    navigation.title = "Items"
    let list = makeList { [weak self] id in self?.open(id) }
    navigation.setViewControllers([list], animated: false)
  }

  private func open(_ id: ItemID) { makeItem(id, navigation).start() }
}
#endif
