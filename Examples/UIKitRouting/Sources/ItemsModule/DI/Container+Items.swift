// How the routers and the controllers of the module are made. Public is only the router that the app shows.

#if canImport(UIKit)
import ItemContainer
import ItemModels
import Registry
import Routing
import Storage
import SwiftUI
import UIKit

package typealias ItemListViewController = UIHostingController<ItemListScreen>
package typealias ItemViewController = UIHostingController<ItemScreen>
package typealias EditViewController = UIHostingController<EditScreen>

extension Container {
  /// The first router of the module.
  @MainActor public var itemsRouter: Factory<any ModuleRouter> {
    self { @MainActor in
      ItemsRouter(
        navigation: UINavigationController(),
        makeList: { self.itemListViewController($0) },
        makeItem: { self.itemRouter(($0, $1)) }
      )
    }
  }

  @MainActor var itemRouter: ParameterFactory<(ItemID, UINavigationController), any Router> {
    self { @MainActor id, navigation in
      ItemRouter(
        navigation: navigation,
        makeItem: { self.itemViewController((id, $0)) },
        makeForm: { self.editViewController((id, $0)) }
      )
    }
  }

  @MainActor var itemListViewController:
    ParameterFactory<@MainActor (ItemID) -> Void, ItemListViewController>
  {
    self { @MainActor onOpen in
      let model = self.itemListModel(ItemQuery(.status([.open])))
      let screen = ItemListScreen(model: model, onOpen: onOpen)
      let controller = ItemListViewController(rootView: screen)
      controller.title = "Items"
      let undo = UIAction(title: "Undo") { _ in Task { await model.undo() } }
      controller.navigationItem.rightBarButtonItem = UIBarButtonItem(primaryAction: undo)
      return controller
    }
  }

  @MainActor var itemViewController:
    ParameterFactory<(ItemID, @MainActor () -> Void), ItemViewController>
  {
    self { @MainActor id, onEdit in
      ItemViewController(rootView: ItemScreen(model: self.itemModel(id), onEdit: onEdit))
    }
  }

  /// The form has a model of its own: what is typed goes with it.
  @MainActor var editViewController:
    ParameterFactory<(ItemID, @MainActor () -> Void), EditViewController>
  {
    self { @MainActor id, onDone in
      EditViewController(rootView: EditScreen(model: self.itemModel(id), onDone: onDone))
    }
  }
}
#endif
