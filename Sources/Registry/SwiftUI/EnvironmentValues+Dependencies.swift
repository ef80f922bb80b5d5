#if canImport(SwiftUI)
public import SwiftUI

extension EnvironmentValues {
  /// The context values of the view: `@Environment(\.dependencies.api) private var api`.
  ///
  /// The modifiers `dependency(_:_:)` around the view set them, unless the running task overrides them.
  public var dependencies: DependencyValues {
    DependencyOrigin.current.merged(over: DependencyOrigin(scope: dependencyScope)).values
  }

  /// The scope of the innermost modifier `dependency(_:_:)` around the view.
  var dependencyScope: DependencyScope? {
    get { self[DependencyScopeKey.self] }
    set { self[DependencyScopeKey.self] = newValue }
  }
}

private enum DependencyScopeKey: EnvironmentKey {
  static var defaultValue: DependencyScope? { nil }
}
#endif
