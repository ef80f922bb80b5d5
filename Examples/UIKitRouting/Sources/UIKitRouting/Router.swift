#if canImport(UIKit)
/// Leads through one flow of the app: it makes the screens, and knows which one comes after which.
///
/// A navigation controller holds the controllers of screens, and the closures of a screen hold its router. So that all of
/// them go together, a router holds the navigation controller weakly.
@MainActor
package protocol Router {
  /// Shows the first screen of the flow.
  func start()
}
#endif
