#if !canImport(SwiftUI)
/// Owns a model that a closure makes from the values in force around the owner.
///
/// ```swift
/// final class Screen {
///   @EnvironmentStateObject({ environment in Model(store: environment.store) }) var model
/// }
/// ```
///
/// The closure runs when the model is first read, once, whichever thread comes first. With SwiftUI it is given the view's
/// `EnvironmentValues`, elsewhere the context values, as `DependencyState` has them.
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

  /// The model, made now if this is the first read.
  public var wrappedValue: Model { model.wrappedValue }

  /// The wrapper itself, for `$model.resolvedOrNil()`.
  public var projectedValue: EnvironmentStateObject<Model> { self }

  /// The model if it was read before.
  public func resolvedOrNil() -> Model? { model.resolvedOrNil() }

  /// Sets a value for the model and for those that it owns in turn.
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
