// How the router and the controller of the module are made. Public is only the router that the app shows.

#if canImport(UIKit)
import ItemContainer
import ItemModels
import Registry
import Routing
import SwiftUI
import UIKit

package typealias SyncViewController = UIHostingController<SyncScreen>

extension Container {
  /// The router of the module; the parameter goes to the items, which are another module's.
  @MainActor public var syncRouter: ParameterFactory<@MainActor () -> Void, any ModuleRouter> {
    self { @MainActor onItems in
      SyncRouter(
        navigation: UINavigationController(),
        makeSync: { self.syncViewController($0) },
        onItems: onItems
      )
    }
  }

  @MainActor var syncViewController: ParameterFactory<@MainActor () -> Void, SyncViewController> {
    self { @MainActor onItems in
      let screen = SyncScreen(model: self.syncModel(), onItems: onItems)
      let controller = SyncViewController(rootView: screen)
      controller.title = "Sync"
      return controller
    }
  }
}
#endif
