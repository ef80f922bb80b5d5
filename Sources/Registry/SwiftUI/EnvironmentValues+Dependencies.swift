#if canImport(SwiftUI)
public import SwiftUI

extension EnvironmentValues {
  /// The context values in force at this place among the views: `environment.dependencies.api`.
  ///
  /// Those of the modifier `dependency(_:_:)` come before the running task's.
  public var dependencies: DependencyValues {
    DependencyOrigin(dependencyScope).merged(closestOver: .current).values
  }

  /// The extent of the innermost modifier `dependency(_:_:)` around the view.
  var dependencyScope: DependencyScope? {
    get { self[DependencyScopeKey.self] }
    set { self[DependencyScopeKey.self] = newValue }
  }
}

private enum DependencyScopeKey: EnvironmentKey {
  static var defaultValue: DependencyScope? { nil }
}
#endif
