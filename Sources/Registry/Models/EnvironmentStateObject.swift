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
/// The closure makes the model, an `ObservableObject` or `@Observable`, before the view's first body. The model lives as
/// long as the view stays in its place; a later change of the environment does not replace it. `environment.dependencies`
/// holds the context values, which are also in force while the model is made.
@propertyWrapper
public struct EnvironmentStateObject<Model: AnyObject>: @preconcurrency DynamicProperty {
  @StateObject private var owned = ForwardingObject<Model>()
  @Environment(\.self) private var environment
  private let origin = DependencyOrigin.current
  private let make: (EnvironmentValues) -> Model

  /// Makes the model by a closure: `@EnvironmentStateObject({ Model(store: $0.store) }) private var model`.
  public init(_ make: @escaping (_ environment: EnvironmentValues) -> Model) {
    self.make = make
  }

  /// Makes the model; SwiftUI calls this before each body.
  @MainActor public func update() { _ = wrappedValue }

  /// The model.
  @MainActor public var wrappedValue: Model {
    owned.model {
      origin.make(within: environment.dependencyScope) { _ in make(environment) }
    }
  }

  /// A binding, for `$model.name` and for views that take one.
  @MainActor public var projectedValue: Binding<Model> {
    // The environment is known here only, so the model is made before the binding reads it.
    _ = wrappedValue
    return $owned.value
  }
}
#else
/// Owns a model that a closure makes from the values in force around the owner.
///
/// ```swift
/// final class Screen {
///   @EnvironmentStateObject({ environment in Model(store: environment.store) }) var model
/// }
/// ```
///
/// Without SwiftUI nothing calls the wrapper before a body, so the first read runs the closure, exactly once for all
/// threads. The closure receives the context values, as `DependencyState` has them; with SwiftUI the view's environment.
@propertyWrapper
public struct EnvironmentStateObject<Model: AnyObject> {
  private var model: DependencyState<Model>

  /// Makes the model by a closure: `_model = EnvironmentStateObject { Model(store: $0.store) }`.
  public init(
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ make: @escaping (_ environment: DependencyValues) -> Model
  ) {
    model = DependencyState(fileID: fileID, line: line, make)
  }

  /// The model; the first read makes it.
  public var wrappedValue: Model { model.wrappedValue }

  /// The wrapper itself, for `$model.resolvedOrNil()`.
  public var projectedValue: EnvironmentStateObject<Model> { self }

  /// The model if it was read before.
  public func resolvedOrNil() -> Model? { model.resolvedOrNil() }

  /// Overrides a value for the model and for those that it owns in turn.
  public func dependency<Value>(
    _ keyPath: WritableKeyPath<DependencyValues, Value>,
    _ value: Value
  ) -> EnvironmentStateObject<Model> {
    var copy = self
    copy.model = model.dependency(keyPath, value)
    return copy
  }
}
#endif
