#if canImport(UIKit)
import Routing
import UIKit

/// The flow of the sync: from it, a person goes to the items that came.
@MainActor
final class SyncRouter: ModuleRouter {
  var rootViewController: UIViewController { navigation }

  private let navigation: UINavigationController
  private let makeSync: @MainActor (_ onItems: @escaping @MainActor () -> Void) -> UIViewController
  private let onItems: @MainActor () -> Void

  init(
    navigation: UINavigationController,
    makeSync: @escaping @MainActor (@escaping @MainActor () -> Void) -> UIViewController,
    onItems: @escaping @MainActor () -> Void
  ) {
    self.navigation = navigation
    self.makeSync = makeSync
    self.onItems = onItems
  }

  func start() {
    navigation.title = "Sync"
    navigation.setViewControllers([makeSync(onItems)], animated: false)
  }
}
#endif
