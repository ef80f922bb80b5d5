#if canImport(SwiftUI)
public import SwiftUI

extension View {
  /// Overrides a context value for this view and those within it: `.dependency(\.api, Mock())`.
  ///
  /// It applies to their `@Dependency` properties, and to models that `DependencyState`,
  /// `DependencyObject`, `EnvironmentStateObject`, `InjectedObservable` and `InjectedObject` make
  /// from then on; existing ones keep their values. Set a whole value: with a key path to a part of
  /// one, such as `\.api.token`, the rest comes from a modifier further out or from the key's
  /// default.
  public func dependency<Value>(
    _ keyPath: WritableKeyPath<DependencyValues, Value>,
    _ value: Value
  ) -> some View {
    modifier(DependencyModifier(keyPath: keyPath, value: value))
  }
}

extension PreviewTrait where T == Preview.ViewTraits {
  /// Overrides a context value for a preview: `#Preview(traits: .dependency(\.api, Mock())) { … }`.
  @MainActor
  public static func dependency<Value>(
    _ keyPath: WritableKeyPath<DependencyValues, Value>,
    _ value: Value
  ) -> PreviewTrait<Preview.ViewTraits> {
    .modifier(DependencyPreview(keyPath: keyPath, value: value))
  }
}

struct DependencyPreview<Value>: PreviewModifier {
  let keyPath: WritableKeyPath<DependencyValues, Value>
  let value: Value

  func body(content: Content, context: Void) -> some View {
    content.dependency(keyPath, value)
  }
}

/// Gives a view a scope of its own, which stays the same while the value does.
///
/// So all models within the view share what the scope caches.
struct DependencyModifier<Value>: ViewModifier {
  private let keyPath: WritableKeyPath<DependencyValues, Value>
  private let value: Value
  @State private var scopes = DependencyScopeCache<Value>()

  init(keyPath: WritableKeyPath<DependencyValues, Value>, value: Value) {
    self.keyPath = keyPath
    self.value = value
  }

  func body(content: Content) -> some View {
    let scopes = scopes
    content.transformEnvironment(\.dependencyScope) { scope in
      scope = scopes.scope(within: scope, keyPath, value)
    }
  }
}
#endif
