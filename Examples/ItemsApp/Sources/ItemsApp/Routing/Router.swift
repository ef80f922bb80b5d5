/// Leads through one flow of the app: it makes the screens, and knows which one comes after which.
@MainActor
package protocol Router {
  /// Shows the first screen of the flow.
  func start()
}
