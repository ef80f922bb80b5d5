#if canImport(UIKit)
import Routing
import UIKit

/// The flow of one item: it is pushed, and edited in a form that is presented above it.
///
/// The closures of its screens hold the router, and it holds the navigation controller weakly: when a person leaves the
/// item, all of them are deallocated.
@MainActor
final class ItemRouter: Router {
  private weak var navigation: UINavigationController?
  private let makeItem: @MainActor (_ onEdit: @escaping @MainActor () -> Void) -> UIViewController
  private let makeForm: @MainActor (_ onDone: @escaping @MainActor () -> Void) -> UIViewController

  init(
    navigation: UINavigationController,
    makeItem: @escaping @MainActor (@escaping @MainActor () -> Void) -> UIViewController,
    makeForm: @escaping @MainActor (@escaping @MainActor () -> Void) -> UIViewController
  ) {
    self.navigation = navigation
    self.makeItem = makeItem
    self.makeForm = makeForm
  }

  func start() {
    navigation?.pushViewController(makeItem(edit), animated: true)
  }

  private func edit() {
    let form = UINavigationController(rootViewController: makeForm(done))
    navigation?.present(form, animated: true)
  }

  private func done() { navigation?.dismiss(animated: true) }
}
#endif
