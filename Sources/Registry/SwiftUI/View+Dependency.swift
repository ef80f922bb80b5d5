#if canImport(SwiftUI)
public import SwiftUI

extension View {
  /// Sets a context value for the models that this view and those within it own: `.dependency(\.api, Mock())`.
  ///
  /// It holds for models that are made from then on by `DependencyState`, `DependencyObject`, `EnvironmentStateObject`,
  /// `InjectedObservable` and `InjectedObject`; those that exist keep what they were made with. Name a whole value: a key
  /// path to a part of one, such as `\.api.token`, takes the rest from a modifier further out or from the key's default.
  public func dependency<Value>(
    _ keyPath: WritableKeyPath<DependencyValues, Value>,
    _ value: Value
  ) -> some View {
    modifier(DependencyModifier(keyPath: keyPath, value: value))
  }
}

/// Gives a part of the views an extent of its own, which stays the same while the value does.
///
/// So the models of that part, whenever they are made, share what is cached there.
struct DependencyModifier<Value>: ViewModifier {
  private let keyPath: WritableKeyPath<DependencyValues, Value>
  private let value: Value
  @State private var extent = DependencyExtent<Value>()

  init(keyPath: WritableKeyPath<DependencyValues, Value>, value: Value) {
    self.keyPath = keyPath
    self.value = value
  }

  func body(content: Content) -> some View {
    let extent = extent
    content.transformEnvironment(\.dependencyScope) { scope in
      scope = extent.scope(within: scope, keyPath, value)
    }
  }
}
#endif
