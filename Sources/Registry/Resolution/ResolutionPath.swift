/// A factory on the way from the outermost resolution to the one at hand.
struct PathStep: Sendable {
  let declaration: Declaration
  /// The run for a cached value, which others may wait for.
  let creation: Creation?
}

/// Everything that waits for the resolution at hand: asynchronous factories of the task, then those of the thread.
enum ResolutionPath {
  static var current: [PathStep] {
    AsyncFrame.path + ResolutionStack.current.path
  }
}
