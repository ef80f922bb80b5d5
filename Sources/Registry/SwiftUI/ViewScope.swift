#if canImport(SwiftUI)
public import SwiftUI

/// The scope of the view that a `@Dependency` belongs to; none for a property of anything else.
///
/// The environment is read in `update()`, which SwiftUI calls for properties of views only: elsewhere SwiftUI would warn.
struct ViewScope: DynamicProperty, Sendable {
  @Environment(\.dependencyScope) private var environment
  private var scope: DependencyScope?

  init() {}

  mutating func update() { scope = environment }

  /// The view's values come before those that the property was made with.
  func origin(over origin: DependencyOrigin) -> DependencyOrigin {
    scope.map { DependencyOrigin(scope: $0).merged(over: origin) } ?? origin
  }
}

/// A view's own properties have the values of the modifiers `dependency(_:_:)` around the view.
extension Dependency: DynamicProperty {}
#endif
