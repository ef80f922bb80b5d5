#if canImport(SwiftUI)
public import Combine
public import SwiftUI

/// Owns an `ObservableObject` from a factory, as `StateObject` does: `@InjectedObject(\.model) private var model`.
///
/// The view's first read runs the factory, with the context values of the modifier `dependency(_:_:)` around the view.
/// The model lives as long as the view stays in its place.
@propertyWrapper
public struct InjectedObject<T: ObservableObject>: DynamicProperty {
  private let model: DependencyObject<T>

  /// Takes the model from `Container.shared`.
  public init(
    _ keyPath: KeyPath<Container, Factory<T>>,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    self.init(InjectionSource(keyPath, Reader("@InjectedObject", fileID, line)))
  }

  /// Takes it from the shared container of another type: `@InjectedObject(\Payments.model)`.
  public init<C: SharedContainer>(
    _ keyPath: KeyPath<C, Factory<T>>,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    self.init(InjectionSource(keyPath, Reader("@InjectedObject", fileID, line)))
  }

  /// Owns this model: `_model = InjectedObject(Model())`.
  public init(_ model: T) {
    self.init(InjectionSource(model))
  }

  private init(_ source: InjectionSource<T>) {
    model = DependencyObject { _ in source.value() }
  }

  /// The model; the first read makes it.
  @MainActor public var wrappedValue: T { model.wrappedValue }

  /// Bindings to the model's properties: `$model.name`.
  @MainActor public var projectedValue: ObservedObject<T>.Wrapper { model.projectedValue }
}
#endif
