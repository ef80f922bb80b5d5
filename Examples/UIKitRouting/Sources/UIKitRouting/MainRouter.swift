#if canImport(UIKit)
import Routing
import UIKit

/// The main router, which the scene owns: it shows a tab for each module, and leads from one module to another.
@MainActor
package final class MainRouter: Router {
  private let window: UIWindow
  private let tabs: UITabBarController
  private let makeItems: @MainActor () -> any ModuleRouter
  private let makeSync: @MainActor (_ onItems: @escaping @MainActor () -> Void) -> any ModuleRouter
  private var modules: [any ModuleRouter] = []

  package init(
    window: UIWindow,
    tabs: UITabBarController,
    makeItems: @escaping @MainActor () -> any ModuleRouter,
    makeSync: @escaping @MainActor (@escaping @MainActor () -> Void) -> any ModuleRouter
  ) {
    self.window = window
    self.tabs = tabs
    self.makeItems = makeItems
    self.makeSync = makeSync
  }

  package func start() {
    let items = makeItems()
    let sync = makeSync { [weak self] in self?.show(items) }
    modules = [items, sync]
    for module in modules { module.start() }
    tabs.setViewControllers(modules.map(\.rootViewController), animated: false)
    window.rootViewController = tabs
    window.makeKeyAndVisible()
  }

  private func show(_ module: any ModuleRouter) {
    tabs.selectedViewController = module.rootViewController
  }
}
#endif
