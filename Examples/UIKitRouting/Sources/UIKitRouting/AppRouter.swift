#if canImport(UIKit)
import UIKit

/// The first router, which the scene takes from the container: it fills the window.
@MainActor
package final class AppRouter: Router {
  private let window: UIWindow
  private let makeItems: @MainActor (UINavigationController) -> any Router

  package init(
    window: UIWindow,
    makeItems: @escaping @MainActor (UINavigationController) -> any Router
  ) {
    self.window = window
    self.makeItems = makeItems
  }

  package func start() {
    let navigation = UINavigationController()
    window.rootViewController = navigation
    makeItems(navigation).start()
    window.makeKeyAndVisible()
  }
}
#endif
