#if canImport(SwiftUI)
public import Combine
public import SwiftUI

/// Owns an `ObservableObject` from a factory, as `StateObject` does: `@InjectedObject(\.model) private var model`.
///
/// The factory runs once, when the view first needs the model, which lives as long as the view stays in its place.
@propertyWrapper
public struct InjectedObject<T: ObservableObject>: DynamicProperty {
  @StateObject private var model: T

  /// Takes the model from `Container.shared`.
  public init(_ keyPath: KeyPath<Container, Factory<T>>) {
    _model = StateObject(wrappedValue: Container.shared[keyPath: keyPath]())
  }

  /// Takes it from the shared container of another type: `@InjectedObject(\Payments.model)`.
  public init<C: SharedContainer>(_ keyPath: KeyPath<C, Factory<T>>) {
    _model = StateObject(wrappedValue: C.shared[keyPath: keyPath]())
  }

  /// The model, made now if this is the first read.
  @MainActor public var wrappedValue: T { model }

  /// Bindings to the model's properties: `$model.name`.
  @MainActor public var projectedValue: ObservedObject<T>.Wrapper { $model }
}
#endif
