#if canImport(SwiftUI)
public import SwiftUI
#endif

/// Owns a model that is made from context values: `@DependencyState var model: Model`.
///
/// The first read makes the model, exactly once for all threads. The model lives as long as the owner; copies of the owner
/// share it. It is made with the values that the owner was made with; overrides at the first read come before them. The
/// models that it owns in turn get the same values:
///
/// ```swift
/// let screen = withDependencies { $0.api = Mock() } operation: { Screen() }
/// ```
///
/// With SwiftUI this is a `DynamicProperty`. The owner is the view, however often its struct is made. The values are those
/// of the modifier `dependency(_:_:)` around it. `$model.name` is a binding.
@propertyWrapper
public struct DependencyState<Model: AnyObject> {
  private let make: (DependencyValues) -> Model
  @OwnedState private var owned: OwnedModel<Model>
  #if canImport(SwiftUI)
  @Environment(\.dependencyScope) private var viewScope
  #else
  private var viewScope: DependencyScope? { nil }
  #endif

  /// Makes the model by its own initialiser.
  @MainActor public init(fileID: StaticString = #fileID, line: UInt = #line)
  where Model: ObservableDependency {
    self.init(fileID: fileID, line: line) { Model(dependencies: $0) }
  }

  /// Leaves it to the owner's initialiser to say how the model is made: `_model = DependencyState { Model(id: id) }`.
  ///
  /// Swift calls it for a property that the declaration gives no model; a read of it ends the process with a report.
  @_disfavoredOverload
  public init(fileID: StaticString = #fileID, line: UInt = #line) {
    self.init(fileID: fileID, line: line) { _ -> Model in
      Wiring.trap(OwnedModel<Model>.isNotMade(at: "\(fileID):\(line)"))
    }
  }

  /// Makes the model by a closure: `_model = DependencyState { Model(id: id, dependencies: $0) }`.
  public init(
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ make: @escaping (DependencyValues) -> Model
  ) {
    self.init(make, OwnedModel(fileID: fileID, line: line))
  }

  /// Makes a model without a parameter for values by a closure: `_model = DependencyState { Model(id: id) }`.
  ///
  /// `@Dependency` and containers give the closure the same values.
  public init(
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ make: @escaping () -> Model
  ) {
    self.init(fileID: fileID, line: line) { _ in make() }
  }

  /// Makes the model by its own initialiser, with one value overridden for it and for the models that it owns.
  @MainActor public init<Value>(
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

  /// The model; the first read makes it.
  public var wrappedValue: Model { owned.value(within: viewScope, make) }

  #if canImport(SwiftUI)
  /// A binding, for `$model.name` and for views that take one.
  public var projectedValue: Binding<Model> {
    // The view's scope is known here only, so the model is made before the binding reads it.
    _ = wrappedValue
    return $owned.value
  }
  #else
  /// The wrapper itself, for `$model.resolvedOrNil()`.
  public var projectedValue: DependencyState<Model> { self }
  #endif

  /// The model if it was read before.
  public func resolvedOrNil() -> Model? { owned.current }

  /// Overrides a value for the model and for those that it owns in turn.
  ///
  /// Call it where the wrapper is made: `_model = DependencyState().dependency(\.api, Mock())`. Set a whole value: with a
  /// key path to a part of one, such as `\.api.token`, the rest comes from the key's default.
  public func dependency<Value>(
    _ keyPath: WritableKeyPath<DependencyValues, Value>,
    _ value: Value
  ) -> DependencyState<Model> {
    var owned = owned
    owned.set(keyPath, value)
    return DependencyState(make, owned)
  }
}

#if canImport(SwiftUI)
/// The model lives as long as the view stays in its place.
extension DependencyState: DynamicProperty {}
#endif
