public import Observation

#if canImport(SwiftUI)
public import SwiftUI
#endif

/// Owns an `@Observable` model from a factory: `@InjectedObservable(\.model) var model`.
///
/// The factory runs once, when the model is first read, whichever thread comes first, with the context values that the
/// owner was made with. The instance lives as long as the owner, whose copies share it; resetting the container changes
/// nothing for it. With SwiftUI this is a `DynamicProperty` and the owner is the view, however often its struct is made;
/// `$model.name` is a binding then.
@propertyWrapper
public struct InjectedObservable<T: Observable>: Sendable {
  private let source: InjectionSource<T>
  @OwnedState private var owned: OwnedModel<T>
  #if canImport(SwiftUI)
  @Environment(\.dependencyScope) private var surroundings
  #else
  private var surroundings: DependencyScope? { nil }
  #endif

  /// Takes the model from `Container.shared`.
  public init(
    _ keyPath: KeyPath<Container, Factory<T>>,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    self.init(InjectionSource(keyPath), OwnedModel(fileID: fileID, line: line))
  }

  /// Takes it from the shared container of another type: `@InjectedObservable(\Payments.model)`.
  public init<C: SharedContainer>(
    _ keyPath: KeyPath<C, Factory<T>>,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    self.init(InjectionSource(keyPath), OwnedModel(fileID: fileID, line: line))
  }

  private init(_ source: InjectionSource<T>, _ owned: OwnedModel<T>) {
    self.source = source
    _owned = OwnedState(wrappedValue: owned)
  }

  /// The model, made now if this is the first read.
  public var wrappedValue: T { owned.value(within: surroundings) { _ in source.factory() } }

  #if canImport(SwiftUI)
  /// A binding, for `$model.name` and for views that take one.
  public var projectedValue: Binding<T> {
    // Made here, where the surroundings are known; the binding finds it.
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
