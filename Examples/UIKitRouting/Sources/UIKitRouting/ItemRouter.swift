#if canImport(UIKit)
import ItemModels
import SwiftUI
import UIKit

/// The flow of one item: it is pushed, and edited in a form that is presented above it.
@MainActor
package final class ItemRouter: Router {
  private weak var navigation: UINavigationController?
  private let makeModel: @MainActor () -> ItemModel

  package init(
    navigation: UINavigationController,
    makeModel: @escaping @MainActor () -> ItemModel
  ) {
    self.navigation = navigation
    self.makeModel = makeModel
  }

  package func start() {
    let screen = ItemScreen(model: makeModel(), onEdit: edit)
    navigation?.pushViewController(UIHostingController(rootView: screen), animated: true)
  }

  /// The form has a model of its own: what is typed goes with it.
  private func edit() {
    let screen = EditScreen(model: makeModel(), onDone: done)
    let form = UINavigationController(rootViewController: UIHostingController(rootView: screen))
    navigation?.present(form, animated: true)
  }

  private func done() { navigation?.dismiss(animated: true) }
}
#endif
