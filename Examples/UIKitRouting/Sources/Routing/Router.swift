#if canImport(UIKit)
/// Leads through one flow of the app: it shows the screens, and knows which one comes after which.
@MainActor
public protocol Router {
  /// Shows the first screen of the flow.
  func start()
}
#endif
