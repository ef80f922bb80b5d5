#if canImport(SwiftUI)
public import SwiftUI
#endif

/// Owns a model that is made from context values: `@DependencyState var model: Model`.
///
/// The model is made when it is first read, once, whichever thread comes first, and lives as long as the owner, whose
/// copies share it. It is made from the values that the owner was made with, and from those that override them at the
/// first read; they are in force while it is made, so that the models which it owns in turn have them too:
///
/// ```swift
/// let screen = withDependencies { $0.api = Mock() } operation: { Screen() }
/// ```
///
/// With SwiftUI this is a `DynamicProperty`: the owner is the view, however often its struct is made, the values are
/// those of the modifier `dependency(_:_:)` around it, and `$model.name` is a binding.
@propertyWrapper
public struct DependencyState<Model: AnyObject> {
  private let make: (DependencyValues) -> Model
  @OwnedState private var owned: OwnedModel<Model>
  #if canImport(SwiftUI)
  @Environment(\.dependencyScope) private var surroundings
  #else
  private var surroundings: DependencyScope? { nil }
  #endif

  /// Makes the model by its own initialiser.
  public init(fileID: StaticString = #fileID, line: UInt = #line)
  where Model: ObservableDependency {
    self.init(fileID: fileID, line: line) { Model(dependencies: $0) }
  }

  /// Makes the model by a closure: `_model = DependencyState { Model(id: id, dependencies: $0) }`.
  public init(
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ make: @escaping (DependencyValues) -> Model
  ) {
    self.init(make, OwnedModel(fileID: fileID, line: line))
  }

  /// Makes the model by its own initialiser, from the values in force but for one, which is set for those it owns too.
  public init<Value>(
    _ keyPath: WritableKeyPath<DependencyValues, Value>,
    _ value: Value,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) where Model: ObservableDependency {
    self = DependencyState(fileID: fileID, line: line).dependency(keyPath, value)
  }

  private init(_ make: @escaping (DependencyValues) -> Model, _ owned: OwnedModel<Model>) {
    self.make = make
    _owned = OwnedState(wrappedValue: owned)
  }

  /// The model, made now if this is the first read.
  public var wrappedValue: Model { owned.value(within: surroundings, make) }

  #if canImport(SwiftUI)
  /// A binding, for `$model.name` and for views that take one.
  public var projectedValue: Binding<Model> {
    // Made here, where the surroundings are known; the binding finds it.
    _ = wrappedValue
    return $owned.value
  }
  #else
  /// The wrapper itself, for `$model.resolvedOrNil()`.
  public var projectedValue: DependencyState<Model> { self }
  #endif

  /// The model if it was read before.
  public func resolvedOrNil() -> Model? { owned.current }

  /// Sets a value for the model and for those that it owns in turn.
  ///
  /// It belongs where the wrapper is made: `_model = DependencyState().dependency(\.api, Mock())`. Name a whole value: a
  /// key path to a part of one, such as `\.api.token`, takes the rest from the key's default.
  public func dependency<Value>(
    _ keyPath: WritableKeyPath<DependencyValues, Value>,
    _ value: Value
  ) -> DependencyState<Model> {
    var owned = owned
    owned.set(keyPath, value)
    return DependencyState(make, owned)
  }
}
