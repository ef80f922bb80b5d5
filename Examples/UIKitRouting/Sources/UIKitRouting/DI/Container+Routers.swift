// How routers are made: the app's for a window, the others for the navigation controller that they show their screens in.

#if canImport(UIKit)
import ItemContainer
import ItemModels
import Registry
import Storage
import UIKit

extension Container {
  /// The router of a window.
  @MainActor package var appRouter: ParameterFactory<UIWindow, AppRouter> {
    self { @MainActor window in
      AppRouter(window: window, makeItems: { self.itemsRouter($0) })
    }
  }

  /// The routers of lists.
  @MainActor package var itemsRouter: ParameterFactory<UINavigationController, ItemsRouter> {
    self { @MainActor navigation in
      ItemsRouter(
        navigation: navigation,
        model: self.itemListModel(ItemQuery(.status([.open]))),
        makeItem: { self.itemRouter(($0, $1)) }
      )
    }
  }

  /// The routers of items.
  @MainActor package var itemRouter: ParameterFactory<(ItemID, UINavigationController), ItemRouter>
  {
    self { @MainActor id, navigation in
      ItemRouter(navigation: navigation, makeModel: { self.itemModel(id) })
    }
  }
}
#endif
