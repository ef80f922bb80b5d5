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

  /// The lines of a report that name what needs this declaration's value, innermost first.
  static func trail(to declaration: Declaration) -> String {
    let outer = AsyncFrame.path.reversed().map { neededBy($0.declaration) }
    let lines = ResolutionStack.current.trail + outer
    let own = neededBy(declaration)
    return lines.drop { $0 == own }.joined()
  }

  static func neededBy(_ declaration: Declaration) -> String {
    "\n  needed by \(declaration.place)"
  }
}
