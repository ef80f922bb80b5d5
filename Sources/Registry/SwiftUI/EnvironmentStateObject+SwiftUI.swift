#if canImport(SwiftUI)
public import SwiftUI

/// Owns a model that a closure makes from the view's environment.
///
/// ```swift
/// struct Screen: View {
///   @EnvironmentStateObject private var model: Model
///
///   init(id: Item.ID) {
///     _model = EnvironmentStateObject { environment in Model(id: id, store: environment.store) }
///   }
/// }
/// ```
///
/// The closure runs when the view first reads the model, which is an `ObservableObject` or `@Observable` and lives as long
/// as the view stays in its place; a later change of the environment makes no other. Context values are found in
/// `environment.dependencies`, and are in force while the model is made.
@propertyWrapper
public struct EnvironmentStateObject<Model: AnyObject>: DynamicProperty {
  @StateObject private var owned = ForwardingObject<Model>()
  @Environment(\.self) private var environment
  private let origin = DependencyOrigin.current
  private let make: (EnvironmentValues) -> Model

  /// Makes the model by a closure: `@EnvironmentStateObject({ Model(store: $0.store) }) private var model`.
  public init(_ make: @escaping (_ environment: EnvironmentValues) -> Model) {
    self.make = make
  }

  /// The model, made now if this is the first read.
  @MainActor public var wrappedValue: Model {
    owned.model {
      origin.make(within: environment.dependencyScope) { _ in make(environment) }
    }
  }

  /// A binding, for `$model.name` and for views that take one.
  @MainActor public var projectedValue: Binding<Model> {
    // Made here, where the environment is known; the binding finds it.
    _ = wrappedValue
    return $owned.value
  }
}
#endif
