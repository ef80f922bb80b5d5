/// A factory on the path from the outermost resolution to the current one.
struct PathStep: Sendable {
  let declaration: Declaration
  /// The creation of its cached value, which others may wait for.
  let creation: Creation?
}

/// The factories that wait for the current resolution: the task's asynchronous ones, then the thread's.
enum ResolutionPath {
  static var current: [PathStep] {
    AsyncFrame.path + ResolutionStack.current.path
  }
}
