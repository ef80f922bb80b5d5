// How the main router is made of the modules' routers.

#if canImport(UIKit)
import ItemsModule
import Registry
import SyncModule
import UIKit

extension Container {
  /// The router of a window.
  @MainActor package var mainRouter: ParameterFactory<UIWindow, MainRouter> {
    self { @MainActor window in
      MainRouter(
        window: window,
        tabs: UITabBarController(),
        makeItems: { self.itemsRouter() },
        makeSync: { self.syncRouter($0) }
      )
    }
  }
}
#endif
