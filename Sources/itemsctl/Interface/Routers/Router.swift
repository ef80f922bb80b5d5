/// Leads through one flow of screens; resolved from the container with what the flow is about.
@MainActor
protocol Router {
  /// Shows the first screen of the flow.
  func start()
}
