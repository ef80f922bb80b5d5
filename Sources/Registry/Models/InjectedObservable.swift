public import Observation

#if canImport(SwiftUI)
public import SwiftUI
#endif

/// Owns an `@Observable` model from a factory: `@InjectedObservable(\.model) var model`.
///
/// The first read runs the factory, exactly once for all threads, with the context values that the owner was made with.
/// The model lives as long as the owner; copies of the owner share it. A reset of the container does not affect it.
/// With SwiftUI this is a `DynamicProperty`. The owner is the view, however often its struct is made, and `$model.name`
/// is a binding.
@propertyWrapper
public struct InjectedObservable<T: Observable>: Sendable {
  private let source: InjectionSource<T>
  @OwnedState private var owned: OwnedModel<T>
  #if canImport(SwiftUI)
  @Environment(\.dependencyScope) private var viewScope
  #else
  private var viewScope: DependencyScope? { nil }
  #endif

  /// Takes the model from `Container.shared`.
  public init(
    _ keyPath: KeyPath<Container, Factory<T>>,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    self.init(
      InjectionSource(keyPath, Reader("@InjectedObservable", fileID, line)),
      OwnedModel(fileID: fileID, line: line)
    )
  }

  /// Takes it from the shared container of another type: `@InjectedObservable(\Payments.model)`.
  public init<C: SharedContainer>(
    _ keyPath: KeyPath<C, Factory<T>>,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    self.init(
      InjectionSource(keyPath, Reader("@InjectedObservable", fileID, line)),
      OwnedModel(fileID: fileID, line: line)
    )
  }

  /// Owns this model: `_model = InjectedObservable(Model())`.
  public init(_ model: T, fileID: StaticString = #fileID, line: UInt = #line) {
    self.init(InjectionSource(model), OwnedModel(fileID: fileID, line: line))
  }

  private init(_ source: InjectionSource<T>, _ owned: OwnedModel<T>) {
    self.source = source
    _owned = OwnedState(wrappedValue: owned)
  }

  /// The model; the first read makes it.
  public var wrappedValue: T { owned.value(within: viewScope) { _ in source.value() } }

  #if canImport(SwiftUI)
  /// A binding, for `$model.name` and for views that take one.
  public var projectedValue: Binding<T> {
    // The view's scope is known here only, so the model is made before the binding reads it.
    _ = wrappedValue
    return $owned.value
  }
  #else
  /// The wrapper itself, for `$model.factory` and `$model.resolvedOrNil()`.
  public var projectedValue: InjectedObservable<T> { self }
  #endif

  /// The factory that the model comes from.
  public var factory: Factory<T> { source.factory }

  /// The model if it was read before.
  public func resolvedOrNil() -> T? { owned.current }
}

#if canImport(SwiftUI)
/// The model lives as long as the view stays in its place.
extension InjectedObservable: DynamicProperty {}
#endif
