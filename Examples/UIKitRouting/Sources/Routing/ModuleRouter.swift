#if canImport(UIKit)
import UIKit

/// The first router of a module, which the main router owns and shows.
///
/// The router owns its root controller. Closures of screens therefore hold the router weakly.
@MainActor
public protocol ModuleRouter: Router {
  /// The controller in which the module shows its screens.
  var rootViewController: UIViewController { get }
}
#endif
